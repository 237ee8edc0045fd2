
/* What MPI_Alltoallv would be told, if a packet has `count` elements: for each rank of comm the elements that go to it
   and where they begin, those that come from it and where they begin. Collective at the first call on comm. */
static inline int isotask_alltoallv_counts(MPI_Comm comm, int count, int sendcounts[], int sdispls[], int recvcounts[],
                                           int rdispls[])
{
    struct self_rank *own;
    int rank, status = self_known(comm, &own);

    if (status == MPI_SUCCESS && count < 0) status = MPI_ERR_COUNT;
    if (status != MPI_SUCCESS) return self_told(comm, status);
    if (count > 0 && (own->gives[self_nodes] > INT_MAX / count || own->takes[self_nodes] > INT_MAX / count)) {
        return self_told(comm, MPI_ERR_COUNT);
    }
    for (rank = 0; rank < self_nodes; ++rank) {
        sdispls[rank] = own->gives[rank] * count;
        sendcounts[rank] = own->gives[rank + 1] * count - sdispls[rank];
        rdispls[rank] = own->takes[rank] * count;
        recvcounts[rank] = own->takes[rank + 1] * count - rdispls[rank];
    }
    return MPI_SUCCESS;
}

/* The packets of this rank, and those for it. */
static inline int self_packets(const struct self_rank *own, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, struct self_blocks *in,
                               struct self_blocks *out)
{
    int status = sendbuf == MPI_IN_PLACE ? MPI_ERR_BUFFER : self_given(in, sendbuf, sendcount, sendtype, 1);

    if (status == MPI_SUCCESS) status = self_given(out, recvbuf, recvcount, recvtype, 1);
    in->first = own->gives;
    out->first = own->takes;
    @order@
    return status;
}

/* MPI_Alltoallv with the counts of the task: sendbuf holds the packets of this rank side by side, by the rank that they
   go to, and recvbuf those for it, by the rank that they come from. A packet has sendcount elements of sendtype, which
   are recvcount of recvtype. MPI_IN_PLACE is refused with MPI_ERR_BUFFER. */
static inline int isotask_alltoallv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int status = self_known(comm, &own);

    if (status == MPI_SUCCESS) {
        status = self_packets(own, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &in, &out);
    }
    if (status == MPI_SUCCESS) status = self_carried(own, &in, &out, -1);
    return self_told(comm, status);
}
