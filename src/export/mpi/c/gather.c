
/* MPI_Gather; the root is that of the schedule, another is refused with MPI_ERR_ROOT. */
static inline int isotask_gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int keep = -1, status = self_known(comm, &own);

    self_none(&in);
    self_none(&out);
    if (status == MPI_SUCCESS && root != self_root) status = MPI_ERR_ROOT;
    if (status == MPI_SUCCESS && own->node == self_root) {
        keep = own->node;
        status = self_given(&out, recvbuf, recvcount, recvtype, 1);
        if (status == MPI_SUCCESS && sendbuf != MPI_IN_PLACE) {
            status = self_given(&in, sendbuf, sendcount, sendtype, 0);
            if (status == MPI_SUCCESS) status = self_copied(own, self_block(&in, 0), self_block(&out, own->node));
        }
    } else if (status == MPI_SUCCESS) {
        status = sendbuf == MPI_IN_PLACE ? MPI_ERR_BUFFER : self_given(&in, sendbuf, sendcount, sendtype, 0);
    }
    if (status == MPI_SUCCESS) status = self_carried(own, &in, &out, keep);
    return self_told(comm, status);
}
