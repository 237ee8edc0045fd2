
/* Blocks of `count` elements of a type, `step` bytes from one to the next. */
struct self_blocks {
    char *at;
    int count;
    MPI_Datatype type;
    MPI_Aint extent;
    MPI_Aint step;
    int many;           /* a block for every rank, or one in all */
    @fields@
    void *memory;
};

struct self_data {
    void *at;
    int count;
    MPI_Datatype type;
};

static inline int self_given(struct self_blocks *blocks, const void *at, int count, MPI_Datatype type, int many)
{
    MPI_Aint low;
    int status;

    if (count < 0) return MPI_ERR_COUNT;
    if (type == MPI_DATATYPE_NULL) return MPI_ERR_TYPE;
    status = MPI_Type_get_extent(type, &low, &blocks->extent);
    blocks->at = (char *)at;
    blocks->count = count;
    blocks->type = type;
    blocks->step = (MPI_Aint)count * blocks->extent;
    blocks->many = many;
    blocks->memory = NULL;
    return status;
}

/* Memory of our own for blocks of another count of the same type: as much as its true extent asks for. */
static inline int self_made(struct self_blocks *blocks, int number, int count, const struct self_blocks *like)
{
    const MPI_Aint line = 16;
    MPI_Aint low, high, whole;
    int status = MPI_Type_get_true_extent(like->type, &low, &high);

    if (status != MPI_SUCCESS) return status;
    *blocks = *like;
    blocks->count = count;
    blocks->many = 1;
    blocks->at = NULL;
    blocks->memory = NULL;
    blocks->step = 0;
    if (number == 0 || count == 0) return MPI_SUCCESS;
    high += low;
    whole = (MPI_Aint)(count - 1) * like->extent;
    if (whole < 0) low += whole;
    else high += whole;
    /* What a block begins with lies as it would in a block of the user. */
    low -= ((low % line) + line) % line;
    blocks->step = (high - low + line - 1) / line * line;
    if (blocks->step == 0) blocks->step = line;
    blocks->memory = malloc((size_t)number * (size_t)blocks->step);
    if (blocks->memory == NULL) return MPI_ERR_NO_MEM;
    blocks->at = (char *)blocks->memory - low;
    return MPI_SUCCESS;
}

/* No blocks. */
static inline void self_none(struct self_blocks *blocks)
{
    blocks->at = NULL;
    blocks->count = 0;
    blocks->type = MPI_DATATYPE_NULL;
    blocks->extent = blocks->step = 0;
    blocks->many = 0;
    blocks->memory = NULL;
}

/* The block of a rank as a whole. */
static inline struct self_data self_block(const struct self_blocks *blocks, int rank)
{
    struct self_data found;
    found.at = blocks->at + (blocks->many ? rank * blocks->step : 0);
    found.count = blocks->count;
    found.type = blocks->type;
    return found;
}

static inline int self_copied(const struct self_rank *own, struct self_data from, struct self_data to)
{
    return MPI_Sendrecv(from.at, from.count, from.type, own->node, self_tag, to.at, to.count, to.type, own->node,
                        self_tag, own->comm, MPI_STATUS_IGNORE);
}

/* The first element of a part of a block. */
static inline int self_begin(int count, int part)
{
    return (int)((long long)count * part / self_parts);
}
