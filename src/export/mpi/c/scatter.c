
/* MPI_Scatter; the root is that of the schedule, another is refused with MPI_ERR_ROOT. */
static inline int isotask_scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int keep = -1, status = self_known(comm, &own);

    self_none(&in);
    self_none(&out);
    if (status == MPI_SUCCESS && root != self_root) status = MPI_ERR_ROOT;
    if (status == MPI_SUCCESS && own->node == self_root) {
        status = self_given(&in, sendbuf, sendcount, sendtype, 1);
        if (status == MPI_SUCCESS && recvbuf != MPI_IN_PLACE) {
            keep = 0;
            status = self_given(&out, recvbuf, recvcount, recvtype, 0);
            if (status == MPI_SUCCESS) status = self_copied(own, self_block(&in, own->node), self_block(&out, 0));
        }
    } else if (status == MPI_SUCCESS) {
        status = recvbuf == MPI_IN_PLACE ? MPI_ERR_BUFFER : self_given(&out, recvbuf, recvcount, recvtype, 0);
    }
    if (status == MPI_SUCCESS) status = self_carried(own, &in, &out, keep);
    return self_told(comm, status);
}
