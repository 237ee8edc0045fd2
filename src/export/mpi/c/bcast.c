
/* MPI_Bcast; the root is that of the schedule, another is refused with MPI_ERR_ROOT. */
static inline int isotask_bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    struct self_rank *own;
    struct self_blocks blocks;
    int status = self_known(comm, &own);

    if (status == MPI_SUCCESS && root != self_root) status = MPI_ERR_ROOT;
    if (status == MPI_SUCCESS) status = self_given(&blocks, buffer, count, datatype, 0);
    if (status == MPI_SUCCESS) status = self_carried(own, &blocks, &blocks, own->node == self_root ? 0 : -1);
    return self_told(comm, status);
}
