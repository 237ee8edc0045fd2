
static inline int self_carried(const struct self_rank *own, const struct self_blocks *in, const struct self_blocks *out,
                               int keep)
{
    struct self_blocks pool;
    int status = self_pooled(&pool, out->type == MPI_DATATYPE_NULL ? in : out);

    (void)keep;
    if (status == MPI_SUCCESS) status = self_run(own, self_is_copied ? out : in, out, &pool);
    if (status == MPI_SUCCESS) free(pool.memory);
    return status;
}
