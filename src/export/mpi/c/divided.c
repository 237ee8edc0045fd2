
/* A part of the block of a rank. */
static inline struct self_data self_part(const struct self_blocks *blocks, int rank, int part)
{
    struct self_data found = self_block(blocks, rank);
    const int begin = self_begin(blocks->count, part);
    found.at = (char *)found.at + begin * blocks->extent;
    found.count = self_begin(blocks->count, part + 1) - begin;
    return found;
}
