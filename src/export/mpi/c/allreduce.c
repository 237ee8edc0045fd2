
#if defined(ISOTASK_ALLGATHER_H) && defined(ISOTASK_REDUCE_SCATTER_BLOCK_H) && !defined(ISOTASK_ALLREDUCE)
#define ISOTASK_ALLREDUCE
typedef char isotask_allreduce_is_of_one_network
    [(int)isotask_allgather_nodes == (int)isotask_reduce_scatter_block_nodes ? 1 : -1];

/* The first element again where the last block is not full: some value that the operation takes. */
static inline int isotask_allreduce_do(struct isotask_allgather_blocks data, struct isotask_allgather_blocks *whole,
                                       struct isotask_allgather_blocks *part, const void *sendbuf, MPI_Op op,
                                       const struct isotask_allgather_rank *own)
{
    const int nodes = isotask_allgather_nodes, block = (data.count - 1) / nodes + 1, count = data.count;
    struct isotask_allgather_data from, to;
    int i, status = isotask_allgather_made(whole, 1, block * nodes, &data);

    if (status == MPI_SUCCESS) status = isotask_allgather_made(part, 1, block, &data);
    from.at = sendbuf == MPI_IN_PLACE ? data.at : (char *)sendbuf;
    from.type = to.type = data.type;
    to.at = whole->at;
    from.count = to.count = count;
    if (status == MPI_SUCCESS) status = isotask_allgather_copied(own, from, to);
    from.count = to.count = 1;
    for (i = count; i < block * nodes && status == MPI_SUCCESS; ++i) {
        to.at = whole->at + i * data.extent;
        status = isotask_allgather_copied(own, from, to);
    }
    if (status == MPI_SUCCESS) {
        status = isotask_reduce_scatter_block(whole->at, part->at, block, data.type, op, own->comm);
    }
    if (status == MPI_SUCCESS) {
        status = isotask_allgather(part->at, block, data.type, whole->at, block, data.type, own->comm);
    }
    from.at = whole->at;
    to.at = data.at;
    from.count = to.count = count;
    return status == MPI_SUCCESS ? isotask_allgather_copied(own, from, to) : status;
}

/* MPI_Allreduce of a commutative operation, by the two schedules one after the other. */
static inline int isotask_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                    MPI_Comm comm)
{
    struct isotask_allgather_rank *own;
    struct isotask_allgather_blocks data, whole, part;
    int status = isotask_allgather_known(comm, &own);

    isotask_allgather_none(&whole);
    isotask_allgather_none(&part);
    if (status == MPI_SUCCESS) status = isotask_allgather_given(&data, recvbuf, count, datatype, 0);
    if (status == MPI_SUCCESS && count > INT_MAX - isotask_allgather_nodes) status = MPI_ERR_COUNT;
    if (status == MPI_SUCCESS) status = isotask_reduce_scatter_block_commutes(op);
    if (status != MPI_SUCCESS || count == 0) return isotask_allgather_told(comm, status);
    status = isotask_allreduce_do(data, &whole, &part, sendbuf, op, own);
    if (status == MPI_SUCCESS) {
        free(whole.memory);
        free(part.memory);
    }
    return isotask_allgather_told(comm, status);
}
#endif
