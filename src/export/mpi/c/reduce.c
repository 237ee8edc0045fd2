
/* MPI_Reduce of a commutative operation; another is refused with MPI_ERR_OP, another root than that of the schedule with
   MPI_ERR_ROOT. */
static inline int isotask_reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                 int root, MPI_Comm comm)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int status = self_known(comm, &own);

    self_none(&out);
    if (status == MPI_SUCCESS) status = self_commutes(op);
    if (status == MPI_SUCCESS && root != self_root) status = MPI_ERR_ROOT;
    if (status == MPI_SUCCESS && own->node == self_root) {
        status = self_given(&out, recvbuf, count, datatype, 0);
        if (status == MPI_SUCCESS) status = self_given(&in, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, datatype, 0);
        if (status == MPI_SUCCESS && sendbuf != MPI_IN_PLACE) {
            status = self_copied(own, self_block(&in, 0), self_block(&out, 0));
        }
    } else if (status == MPI_SUCCESS) {
        status = sendbuf == MPI_IN_PLACE ? MPI_ERR_BUFFER : self_given(&in, sendbuf, count, datatype, 0);
    }
    if (status == MPI_SUCCESS) status = self_combined(own, &in, &out, op);
    return self_told(comm, status);
}
