
static inline int self_do(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                          const struct self_rank *own)
{
    const int in_place = sendbuf == MPI_IN_PLACE;
    struct self_blocks in, out, saved;
    int rank, status = self_given(&in, in_place ? recvbuf : sendbuf, recvcount, datatype, 1);

    self_none(&saved);
    if (status == MPI_SUCCESS) status = self_given(&out, recvbuf, recvcount, datatype, 0);
    if (in_place && status == MPI_SUCCESS) {
        /* The sum will lie where the first block does. */
        status = self_made(&saved, self_nodes, recvcount, &in);
        for (rank = 0; rank < self_nodes && status == MPI_SUCCESS; ++rank) {
            status = self_copied(own, self_block(&in, rank), self_block(&saved, rank));
        }
        in = saved;
    }
    if (status == MPI_SUCCESS) status = self_copied(own, self_block(&in, own->node), self_block(&out, 0));
    if (status == MPI_SUCCESS) status = self_combined(own, &in, &out, op);
    if (status == MPI_SUCCESS) free(saved.memory);
    return status;
}

/* MPI_Reduce_scatter_block of a commutative operation; another is refused with MPI_ERR_OP. */
static inline int isotask_reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
                                               MPI_Op op, MPI_Comm comm)
{
    struct self_rank *own;
    int status = self_known(comm, &own);

    if (status == MPI_SUCCESS) status = self_commutes(op);
    if (status == MPI_SUCCESS) status = self_do(sendbuf, recvbuf, recvcount, datatype, op, own);
    return self_told(comm, status);
}
