
/* Slot by slot. Memory that messages may still be on their way to is not freed after a failure. */
static inline int self_run(const struct self_rank *own, const struct self_blocks *in, const struct self_blocks *out,
                           const struct self_blocks *pool)
{
    MPI_Request requests[self_most];
    size_t next = (size_t)self_first[own->kind];
    int slot;

    for (slot = 0; slot < self_slots; ++slot) {
        const size_t row = (size_t)own->kind * self_slots + (size_t)slot;
        const int received = self_received[row], all = received + self_sent[row];
        int i, status = MPI_SUCCESS;
        for (i = 0; i < all && status == MPI_SUCCESS; ++i, ++next) {
            const int peer = own->at[self_peer[next]], part = self_part_of(next);
            const struct self_data data = self_found(own, i < received ? out : in, pool, (long)self_place[next], part);
            status = i < received
                ? MPI_Irecv(data.at, data.count, data.type, peer, self_tag, own->comm, &requests[i])
                : MPI_Isend(data.at, data.count, data.type, peer, self_tag, own->comm, &requests[i]);
        }
        if (status == MPI_SUCCESS) status = self_waited(all, requests);
        if (status != MPI_SUCCESS) return status;
    }
    return MPI_SUCCESS;
}
