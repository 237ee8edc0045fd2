
/* MPI_Allgather. */
static inline int isotask_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int status = self_known(comm, &own);

    if (status == MPI_SUCCESS) status = self_given(&out, recvbuf, recvcount, recvtype, 1);
    if (status == MPI_SUCCESS && sendbuf != MPI_IN_PLACE) {
        status = self_given(&in, sendbuf, sendcount, sendtype, 0);
        if (status == MPI_SUCCESS) status = self_copied(own, self_block(&in, 0), self_block(&out, own->node));
    }
    if (status == MPI_SUCCESS) status = self_carried(own, &out, &out, own->node);
    return self_told(comm, status);
}
