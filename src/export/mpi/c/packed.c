
/* Blocks go as bytes, because ranks may describe the same block by different types, which have no parts in common. All
   ranks must represent numbers alike. */
static inline int self_as_bytes(struct self_blocks *bytes, const struct self_blocks *blocks)
{
    int size, status;

    self_none(bytes);
    if (blocks->type == MPI_DATATYPE_NULL) return MPI_SUCCESS;
    status = MPI_Type_size(blocks->type, &size);
    if (status != MPI_SUCCESS) return status;
    if (blocks->count > 0 && size > INT_MAX / blocks->count) return MPI_ERR_COUNT;
    status = self_given(bytes, NULL, size * blocks->count, MPI_BYTE, blocks->many);
    if (status != MPI_SUCCESS) return status;
    bytes->memory = malloc((blocks->many ? (size_t)self_nodes : 1) * (size_t)bytes->count + 1);
    bytes->at = (char *)bytes->memory;
    return bytes->memory == NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

static inline int self_moved(const struct self_rank *own, struct self_data user, struct self_data bytes, int unpack)
{
    int position = 0, status;

    if (bytes.count == 0) return MPI_SUCCESS;
    status = unpack
        ? MPI_Unpack(bytes.at, bytes.count, &position, user.at, user.count, user.type, own->comm)
        : MPI_Pack(user.at, user.count, user.type, bytes.at, bytes.count, &position, own->comm);
    return status == MPI_SUCCESS && position != bytes.count ? MPI_ERR_TYPE : status;
}

/* `keep` is the block of the output that is there already, or negative. */
static inline int self_carried(const struct self_rank *own, const struct self_blocks *in, const struct self_blocks *out,
                               int keep)
{
    struct self_blocks input, output, pool;
    int rank, status;

    self_none(&pool);
    self_none(&output);
    status = self_as_bytes(&input, in);
    if (status == MPI_SUCCESS) status = self_as_bytes(&output, out);
    for (rank = 0; !self_is_copied && rank < (in->many ? self_nodes : 1) && status == MPI_SUCCESS; ++rank) {
        status = self_moved(own, self_block(in, rank), self_block(&input, rank), 0);
    }
    if (status == MPI_SUCCESS && keep >= 0) {
        status = self_moved(own, self_block(out, keep), self_block(&output, keep), 0);
    }
    if (status == MPI_SUCCESS) status = self_pooled(&pool, out->type == MPI_DATATYPE_NULL ? &input : &output);
    if (status == MPI_SUCCESS) status = self_run(own, self_is_copied ? &output : &input, &output, &pool);
    for (rank = 0; rank < (out->many ? self_nodes : 1) && status == MPI_SUCCESS; ++rank) {
        if (rank != keep) status = self_moved(own, self_block(out, rank), self_block(&output, rank), 1);
    }
    if (status == MPI_SUCCESS) {
        free(input.memory);
        free(output.memory);
        free(pool.memory);
    }
    return status;
}
