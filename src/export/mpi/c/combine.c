
/* What has come is combined. Into a cell of the pool goes what came into another one; where the tables name a node, it
   is either this rank, whose output it goes into, or the one for which it came first, so that the part of the input
   goes into its cell. */
static inline int self_joined(const struct self_rank *own, const struct self_blocks *in, const struct self_blocks *out,
                              const struct self_blocks *pool, size_t message, MPI_Op op)
{
    const long place = (long)self_place[message], into = (long)self_into[message];
    const int part = self_part_of(message), is_node = into >= self_cells;
    const int is_own = is_node && own->at[into - self_cells] == own->node;
    const struct self_data came = self_found(own, in, pool, place, part);
    const int is_first = is_node && !is_own;
    const struct self_data from = is_first ? self_found(own, in, pool, into, part) : came;
    const struct self_data to = is_first ? came : self_found(own, out, pool, into, part);

    return to.count == 0 ? MPI_SUCCESS : MPI_Reduce_local(from.at, to.at, to.count, to.type, op);
}

/* Slot by slot. Memory that messages may still be on their way to is not freed after a failure. */
static inline int self_run(const struct self_rank *own, const struct self_blocks *in, const struct self_blocks *out,
                           const struct self_blocks *pool, MPI_Op op)
{
    MPI_Request requests[self_most];
    size_t next = (size_t)self_first[own->kind];
    int slot;

    for (slot = 0; slot < self_slots; ++slot) {
        const size_t row = (size_t)own->kind * self_slots + (size_t)slot, first = next;
        const int received = self_received[row], all = received + self_sent[row];
        int i, status = MPI_SUCCESS;
        for (i = 0; i < all && status == MPI_SUCCESS; ++i, ++next) {
            const int peer = own->at[self_peer[next]];
            const struct self_data data = self_found(own, in, pool, (long)self_place[next], self_part_of(next));
            status = i < received
                ? MPI_Irecv(data.at, data.count, data.type, peer, self_tag, own->comm, &requests[i])
                : MPI_Isend(data.at, data.count, data.type, peer, self_tag, own->comm, &requests[i]);
        }
        if (status == MPI_SUCCESS) status = self_waited(all, requests);
        for (i = 0; i < received && status == MPI_SUCCESS; ++i) {
            status = self_joined(own, in, out, pool, first + (size_t)i, op);
        }
        if (status != MPI_SUCCESS) return status;
    }
    return MPI_SUCCESS;
}

static inline int self_commutes(MPI_Op op)
{
    int commutes = 0, status;

    if (op == MPI_OP_NULL) return MPI_ERR_OP;
    status = MPI_Op_commutative(op, &commutes);
    return status == MPI_SUCCESS && !commutes ? MPI_ERR_OP : status;
}

static inline int self_combined(const struct self_rank *own, const struct self_blocks *in,
                                const struct self_blocks *out, MPI_Op op)
{
    struct self_blocks pool;
    int status = self_pooled(&pool, in);

    if (status == MPI_SUCCESS) status = self_run(own, in, out, &pool, op);
    if (status == MPI_SUCCESS) free(pool.memory);
    return status;
}
