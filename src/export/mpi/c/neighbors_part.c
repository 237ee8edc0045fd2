
/* A block of the neighbours. */
static inline struct self_data self_near_block(const struct self_blocks *blocks, int block)
{
    struct self_data found;
    found.at = blocks->at + blocks->places[block] * blocks->extent;
    found.count = blocks->counts[block];
    found.type = blocks->type;
    return found;
}

/* A packet of those for a rank, or from it. */
static inline struct self_data self_part(const struct self_blocks *blocks, int rank, int part)
{
    const int packet = blocks->first[rank] + part;
    return blocks->order == NULL ? self_block(blocks, packet) : self_near_block(blocks, blocks->order[packet]);
}
