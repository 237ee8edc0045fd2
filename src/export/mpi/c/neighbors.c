
/* The neighbours of this rank. */
struct self_near {
    int *to, *from;
    int sends, receives;
    int turned;     /* 1 on a grid, where what is sent in a direction comes from the opposite one; else 0 */
    int *scratch;   /* a number for every rank, and for every neighbour */
};

static inline int self_neighbors(const struct self_rank *own, struct self_near *lists)
{
    int topology = MPI_UNDEFINED, dims = 0, weighted, i, status = MPI_Topo_test(own->comm, &topology);

    lists->to = NULL;
    lists->sends = lists->receives = 0;
    lists->turned = topology == MPI_CART;
    if (status != MPI_SUCCESS) return status;
    if (topology == MPI_CART) {
        status = MPI_Cartdim_get(own->comm, &dims);
        lists->sends = lists->receives = 2 * dims;
    } else if (topology == MPI_DIST_GRAPH) {
        status = MPI_Dist_graph_neighbors_count(own->comm, &lists->receives, &lists->sends, &weighted);
    } else {
        status = MPI_ERR_TOPOLOGY;
    }
    if (status != MPI_SUCCESS) return status;
    lists->to = (int *)malloc((2 * ((size_t)lists->sends + (size_t)lists->receives) + self_nodes) * sizeof *lists->to);
    if (lists->to == NULL) return MPI_ERR_NO_MEM;
    lists->from = lists->to + lists->sends;
    lists->scratch = lists->from + lists->receives;
    for (i = 0; i < dims && status == MPI_SUCCESS; ++i) {
        status = MPI_Cart_shift(own->comm, i, 1, &lists->to[2 * i], &lists->to[2 * i + 1]);
        lists->from[2 * i] = lists->to[2 * i];
        lists->from[2 * i + 1] = lists->to[2 * i + 1];
    }
    if (topology == MPI_CART) return status;
    return MPI_Dist_graph_neighbors(own->comm, lists->receives, lists->from, lists->scratch, lists->sends, lists->to,
                                    lists->scratch + lists->receives);
}

/* Lists the block of each packet in `order`, and in every second entry of `copies` the blocks between this rank and
   itself. Returns the number of these, or -1 if the other blocks are not as many as `first` has packets for each rank. */
static inline int self_numbered(const int *ranks, int number, int turned, int node, const int *first, int *order,
                                int *copies, int *next)
{
    int i, rank, own = 0;

    for (rank = 0; rank < self_nodes; ++rank) next[rank] = first[rank];
    for (i = 0; i < number; ++i) {
        const int block = i ^ turned;
        rank = ranks[block];
        if (rank == MPI_PROC_NULL) continue;
        if (rank == node) copies[2 * own++] = block;
        else if (next[rank] == first[rank + 1]) return -1;
        else order[next[rank]++] = block;
    }
    for (rank = 0; rank < self_nodes; ++rank) {
        if (next[rank] != first[rank + 1]) return -1;
    }
    return own;
}

static inline int self_ordered(struct self_rank *own, const struct self_near *lists)
{
    const int gives = own->gives[self_nodes], takes = own->takes[self_nodes];
    const size_t most = 2 * (size_t)(lists->sends > lists->receives ? lists->sends : lists->receives);
    int to_itself;

    own->order = (int *)malloc(((size_t)gives + (size_t)takes + most + 1) * sizeof *own->order);
    if (own->order == NULL) return MPI_ERR_NO_MEM;
    own->copies = own->order + gives + takes;
    own->copied = self_numbered(lists->to, lists->sends, 0, own->node, own->gives, own->order, own->copies, lists->scratch);
    to_itself = self_numbered(lists->from, lists->receives, lists->turned, own->node, own->takes, own->order + gives,
                              own->copies + 1, lists->scratch);
    return own->copied < 0 || own->copied != to_itself ? MPI_ERR_TOPOLOGY : MPI_SUCCESS;
}

/* At the first call all ranks agree on whether the neighbours fit the schedule. */
static inline int self_fitted(struct self_rank *own)
{
    struct self_near lists;
    int status, agreed, fits, all = 0;

    if (own->order != NULL) return MPI_SUCCESS;
    status = self_neighbors(own, &lists);
    if (status == MPI_SUCCESS) status = self_ordered(own, &lists);
    free(lists.to);
    fits = status == MPI_SUCCESS;
    agreed = MPI_Allreduce(&fits, &all, 1, MPI_INT, MPI_MIN, own->comm);
    if (status == MPI_SUCCESS) status = agreed;
    if (status == MPI_SUCCESS && !all) status = MPI_ERR_TOPOLOGY;
    if (status != MPI_SUCCESS) {
        free(own->order);
        own->order = NULL;
    }
    return status;
}

/* What is known of comm, and which blocks of its neighbours the packets are. */
static inline int self_met(MPI_Comm comm, struct self_rank **own, struct self_blocks *in, struct self_blocks *out)
{
    int status = self_known(comm, own);

    if (status == MPI_SUCCESS) status = self_fitted(*own);
    if (status != MPI_SUCCESS) return status;
    in->first = (*own)->gives;
    in->order = (*own)->order;
    out->first = (*own)->takes;
    out->order = (*own)->order + (*own)->gives[self_nodes];
    return status;
}

static inline int self_listed(struct self_blocks *blocks, const void *at, const int *counts, const int *places,
                              MPI_Datatype type)
{
    blocks->counts = counts;
    blocks->places = places;
    return at == MPI_IN_PLACE ? MPI_ERR_BUFFER : self_given(blocks, at, 0, type, 1);
}

/* MPI_Neighbor_alltoallv with any counts, on a communicator with a Cartesian or a distributed graph topology. Its
   neighbours must be the ranks that packets of the schedule go to and come from, each as often as there are packets; else
   all ranks return MPI_ERR_TOPOLOGY. What a rank sends to itself is copied. Several blocks between two ranks are matched
   in their order; on a grid, as MPI 4.0 has it, what is sent in a direction comes from the opposite one. */
static inline int isotask_neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int i, status = self_met(comm, &own, &in, &out);

    if (status == MPI_SUCCESS) status = self_listed(&in, sendbuf, sendcounts, sdispls, sendtype);
    if (status == MPI_SUCCESS) status = self_listed(&out, recvbuf, recvcounts, rdispls, recvtype);
    for (i = 0; status == MPI_SUCCESS && i < own->copied; ++i) {
        status = self_copied(own, self_near_block(&in, own->copies[2 * i]), self_near_block(&out, own->copies[2 * i + 1]));
    }
    if (status == MPI_SUCCESS) status = self_carried(own, &in, &out, -1);
    return self_told(comm, status);
}

/* isotask_neighbor_alltoallv to be started again and again, with the arguments of MPI_Neighbor_alltoallv_init. Counts and
   displacements are read here and not again. */
static inline int isotask_neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                                  const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                                  MPI_Info info, isotask_request **request)
{
    struct self_rank *own;
    struct self_blocks in, out;
    int i, tag = 0, status = self_met(comm, &own, &in, &out);

    (void)info;
    *request = NULL;
    if (status == MPI_SUCCESS) {
        tag = self_new_tag(own);
        status = self_listed(&in, sendbuf, sendcounts, sdispls, sendtype);
    }
    if (status == MPI_SUCCESS) status = self_listed(&out, recvbuf, recvcounts, rdispls, recvtype);
    if (status == MPI_SUCCESS) {
        *request = self_begun(comm, own, tag, own->copied);
        status = self_prepared(*request, &in, &out);
    }
    for (i = 0; status == MPI_SUCCESS && i < own->copied; ++i) {
        const struct self_data from = self_near_block(&in, own->copies[2 * i]);
        const struct self_data to = self_near_block(&out, own->copies[2 * i + 1]);
        MPI_Request *made = (*request)->messages + (*request)->number + 2 * i;
        status = MPI_Recv_init(to.at, to.count, to.type, own->node, tag, own->comm, &made[0]);
        if (status == MPI_SUCCESS) {
            status = MPI_Send_init(from.at, from.count, from.type, own->node, tag, own->comm, &made[1]);
        }
    }
    return self_told(comm, self_kept(request, status));
}
