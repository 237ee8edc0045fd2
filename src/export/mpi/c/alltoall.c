
static inline int self_do(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, const struct self_rank *own)
{
    struct self_blocks in, out, saved;
    int rank, status = self_given(&out, recvbuf, recvcount, recvtype, 1);

    self_none(&saved);
    if (sendbuf == MPI_IN_PLACE) {
        /* What is sent lies where other blocks will arrive. */
        if (status == MPI_SUCCESS) status = self_made(&saved, self_nodes, recvcount, &out);
        for (rank = 0; rank < self_nodes && status == MPI_SUCCESS; ++rank) {
            status = self_copied(own, self_block(&out, rank), self_block(&saved, rank));
        }
        in = saved;
    } else {
        if (status == MPI_SUCCESS) status = self_given(&in, sendbuf, sendcount, sendtype, 1);
        if (status == MPI_SUCCESS) status = self_copied(own, self_block(&in, own->node), self_block(&out, own->node));
    }
    if (status == MPI_SUCCESS) status = self_carried(own, &in, &out, own->node);
    if (status == MPI_SUCCESS) free(saved.memory);
    return status;
}

/* MPI_Alltoall. */
static inline int isotask_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    struct self_rank *own;
    int status = self_known(comm, &own);

    if (status == MPI_SUCCESS) status = self_do(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, own);
    return self_told(comm, status);
}
