
/* A packet of those for a rank, or from it. */
static inline struct self_data self_part(const struct self_blocks *blocks, int rank, int part)
{
    return self_block(blocks, blocks->first[rank] + part);
}
