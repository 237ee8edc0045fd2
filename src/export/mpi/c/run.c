
static inline int self_waited(int number, MPI_Request *requests)
{
    MPI_Status states[self_most];
    int status = MPI_Waitall(number, requests, states), class_of = MPI_SUCCESS, i;

    if (status == MPI_SUCCESS) return status;
    MPI_Error_class(status, &class_of);
    if (class_of != MPI_ERR_IN_STATUS) return status;
    for (i = 0; i < number; ++i) {
        if (states[i].MPI_ERROR != MPI_SUCCESS && states[i].MPI_ERROR != MPI_ERR_PENDING) return states[i].MPI_ERROR;
    }
    return status;
}

/* What a place of the tables stands for: a cell of the pool, or a part of a block. */
static inline struct self_data self_found(const struct self_rank *own, const struct self_blocks *blocks,
                                          const struct self_blocks *pool, long place, int part)
{
    struct self_data found;

    if (place >= self_cells) return self_part(blocks, own->at[place - self_cells], part);
    found.at = pool->at + place * pool->step;
    found.count = self_begin(pool->count, part + 1) - self_begin(pool->count, part);
    found.type = pool->type;
    return found;
}

/* Cells for what is forwarded. */
static inline int self_pooled(struct self_blocks *pool, const struct self_blocks *like)
{
    const int largest = like->count / self_parts + (like->count % self_parts != 0);
    const int status = self_made(pool, self_cells, largest, like);
    pool->count = like->count;
    return status;
}
