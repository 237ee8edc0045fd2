/* Holds a function that isotask export --to c has written against that of MPI, with random data: SAME or DIFFERENT.
   Compiled with -DHEADER='"FILE"' and -DFUNCTION_alltoall or another name; for allreduce with -DSECOND='"FILE"' as well.
   With the argument `moves` it prints what is sent instead, a line SLOT,FROM,TO for every message; with `moves-again` what
   a call sends that has been made to be started again. */
#include <stdio.h>
#include <string.h>
#include HEADER
#ifdef SECOND
#include SECOND
#endif

/* What is sent, seen through the profiling interface. */
static int noted, slot_now, rank_now;

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    if (noted) printf("%d,%d,%d\n", slot_now, rank_now, to);
    return PMPI_Isend(data, count, type, to, tag, comm, request);
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status states[])
{
    ++slot_now;
    return PMPI_Waitall(count, requests, states);
}

#ifdef FUNCTION_alltoallv
/* Where the messages go that have been made to be started again. */
static MPI_Request made[1 << 12];
static int goes_to[1 << 12], makes;

int MPI_Send_init(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    const int status = PMPI_Send_init(data, count, type, to, tag, comm, request);
    if (noted) {
        made[makes] = *request;
        goes_to[makes++] = to;
    }
    return status;
}

int MPI_Start(MPI_Request *request)
{
    int i;
    for (i = 0; noted && i < makes; ++i) {
        if (made[i] == *request) printf("%d,%d,%d\n", slot_now, rank_now, goes_to[i]);
    }
    return PMPI_Start(request);
}
#endif

static unsigned long seed;

static int any(void)
{
    seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (int)(seed >> 8);
}

static void fill(char *bytes, size_t number)
{
    size_t i;
    for (i = 0; i < number; ++i) bytes[i] = (char)any();
}

static int ranks, rank, differences, faults;
static MPI_Comm comm;

static void differ(const char *what, int count, const char *type)
{
    ++differences;
    if (differences < 4) printf("rank %d: %s differs, %d elements, %s\n", rank, what, count, type);
}

static void expect(int status, int wanted, const char *what)
{
    int found = MPI_SUCCESS;
    MPI_Error_class(status, &found);
    if (found == wanted) return;
    ++faults;
    printf("rank %d: %s: error class %d, expected %d\n", rank, what, found, wanted);
}

/* Types of several shapes: whole, with gaps, with a beginning that is not 0, of an extent less than what it spans. */
enum { SHAPES = 6 };
static MPI_Datatype types[SHAPES];
static const char *names[SHAPES] = {"int", "double", "vector", "struct", "interleaved", "bytes"};

static void make_types(void)
{
    MPI_Datatype vector, spread;
    int lengths[2] = {1, 2};
    MPI_Aint places[2] = {4, 16};
    MPI_Datatype parts[2];

    types[0] = MPI_INT;
    types[1] = MPI_DOUBLE;
    MPI_Type_vector(3, 1, 2, MPI_SHORT, &vector);
    MPI_Type_create_resized(vector, 0, 14, &types[2]);
    parts[0] = MPI_INT;
    parts[1] = MPI_DOUBLE;
    MPI_Type_create_struct(2, lengths, places, parts, &types[3]);
    MPI_Type_vector(2, 1, 100000, MPI_INT, &spread);
    MPI_Type_create_resized(spread, 0, 4, &types[4]);
    MPI_Type_contiguous(5, MPI_BYTE, &types[5]);
    MPI_Type_commit(&types[2]);
    MPI_Type_commit(&types[3]);
    MPI_Type_commit(&types[4]);
    MPI_Type_commit(&types[5]);
    MPI_Type_free(&vector);
    MPI_Type_free(&spread);
}

/* Bytes that `count` elements span, with room for the gaps. */
static size_t room(long count, MPI_Datatype type)
{
    MPI_Aint low, extent, true_low, true_extent;
    MPI_Type_get_extent(type, &low, &extent);
    MPI_Type_get_true_extent(type, &true_low, &true_extent);
    return (size_t)((count > 0 ? count : 1) * extent + true_low + true_extent + 64);
}

#if defined(FUNCTION_alltoall) || defined(FUNCTION_allgather) || defined(FUNCTION_scatter) || defined(FUNCTION_gather) || \
    defined(FUNCTION_bcast) || defined(FUNCTION_alltoallv)
#ifdef FUNCTION_alltoallv
static int counts[4][1 << 12], total_in, total_out;

/* By a call that is made once and started several times. */
static void call_again(int times, const void *in, int incount, MPI_Datatype intype, void *out, int outcount,
                       MPI_Datatype outtype, const char *what)
{
    isotask_request *request;

    expect(isotask_alltoallv_init(in, incount, intype, out, outcount, outtype, comm, MPI_INFO_NULL, &request), MPI_SUCCESS,
           what);
    for (; times > 0; --times) {
        expect(isotask_start(request), MPI_SUCCESS, what);
        expect(isotask_wait(request), MPI_SUCCESS, what);
    }
    expect(isotask_request_free(&request), MPI_SUCCESS, what);
}
#endif

static void call(int mpi, const void *in, int incount, MPI_Datatype intype, void *out, int outcount, MPI_Datatype outtype,
                 const char *what)
{
    int status;
#if defined(FUNCTION_alltoall)
    status = mpi ? MPI_Alltoall(in, incount, intype, out, outcount, outtype, comm)
                 : isotask_alltoall(in, incount, intype, out, outcount, outtype, comm);
#elif defined(FUNCTION_allgather)
    status = mpi ? MPI_Allgather(in, incount, intype, out, outcount, outtype, comm)
                 : isotask_allgather(in, incount, intype, out, outcount, outtype, comm);
#elif defined(FUNCTION_scatter)
    const int root = isotask_scatter_root;
    if (in == MPI_IN_PLACE) {
        in = out;
        if (rank == root) out = MPI_IN_PLACE;
    }
    status = mpi ? MPI_Scatter(in, incount, intype, out, outcount, outtype, root, comm)
                 : isotask_scatter(in, incount, intype, out, outcount, outtype, root, comm);
#elif defined(FUNCTION_gather)
    const int root = isotask_gather_root;
    if (in == MPI_IN_PLACE && rank != root) in = out;
    status = mpi ? MPI_Gather(in, incount, intype, out, outcount, outtype, root, comm)
                 : isotask_gather(in, incount, intype, out, outcount, outtype, root, comm);
#elif defined(FUNCTION_bcast)
    const int root = isotask_bcast_root;
    (void)in;
    (void)incount;
    (void)intype;
    status = mpi ? MPI_Bcast(out, outcount, outtype, root, comm) : isotask_bcast(out, outcount, outtype, root, comm);
#else
    if (mpi) {
        int each[4][1 << 12], i;
        for (i = 0; i < ranks; ++i) {
            each[0][i] = counts[0][i] * incount;
            each[1][i] = counts[1][i] * incount;
            each[2][i] = counts[2][i] * outcount;
            each[3][i] = counts[3][i] * outcount;
        }
        status = MPI_Alltoallv(in, each[0], each[1], intype, out, each[2], each[3], outtype, comm);
    } else {
        status = isotask_alltoallv(in, incount, intype, out, outcount, outtype, comm);
    }
#endif
    expect(status, MPI_SUCCESS, what);
}

static void one(int incount, MPI_Datatype intype, int outcount, MPI_Datatype outtype, const char *what, int in_place)
{
    long blocks = ranks;
    size_t in_room, out_room;
    char *in, *theirs, *ours, *in_before;
#ifdef FUNCTION_alltoallv
    char *before;
    blocks = total_in > total_out ? total_in : total_out;
    if (in_place) return;
#endif
    in_room = room(incount * blocks, intype);
    out_room = room(outcount * blocks, outtype);
    in = malloc(in_room);
    in_before = malloc(in_room);
    theirs = malloc(out_room);
    ours = malloc(out_room);
    fill(in, in_room);
    memcpy(in_before, in, in_room);
    fill(theirs, out_room);
    memcpy(ours, theirs, out_room);
#ifdef FUNCTION_alltoallv
    before = malloc(out_room);
    memcpy(before, theirs, out_room);
#endif
    call(1, in_place ? MPI_IN_PLACE : in, incount, intype, theirs, outcount, outtype, what);
    call(0, in_place ? MPI_IN_PLACE : in, incount, intype, ours, outcount, outtype, what);
    /* What lies between the elements stays, too. */
    if (memcmp(theirs, ours, out_room) != 0) differ(in_place ? "in place" : "the result", outcount, what);
#ifdef FUNCTION_alltoallv
    memcpy(ours, before, out_room);
    call_again(2, in, incount, intype, ours, outcount, outtype, what);
    if (memcmp(theirs, ours, out_room) != 0) differ("the result again", outcount, what);
    free(before);
#endif
    if (memcmp(in, in_before, in_room) != 0) differ("the input", incount, what);
    free(in);
    free(in_before);
    free(theirs);
    free(ours);
}

static void compare(void)
{
    const int numbers[] = {0, 1, 3, 7, 64};
    int shape, i;
    MPI_Datatype pair;
#ifdef FUNCTION_alltoallv
    isotask_alltoallv_counts(comm, 1, counts[0], counts[1], counts[2], counts[3]);
    for (i = 0; i < ranks; ++i) {
        total_in += counts[0][i];
        total_out += counts[2][i];
    }
#endif
    for (shape = 0; shape < SHAPES; ++shape) {
        for (i = 0; i < 5; ++i) {
            one(numbers[i], types[shape], numbers[i], types[shape], names[shape], 0);
            one(numbers[i], types[shape], numbers[i], types[shape], names[shape], 1);
        }
    }
    /* The same block by two descriptions, and not the same ones on all ranks. */
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    one(3, pair, 6, MPI_INT, "pairs as numbers", 0);
    one(6, MPI_INT, 3, pair, "numbers as pairs", 0);
    if (rank % 2) one(3, pair, 6, MPI_INT, "mixed", 0);
    else one(6, MPI_INT, 3, pair, "mixed", 0);
    MPI_Type_free(&pair);
    one(20000, MPI_CHAR, 20000, MPI_CHAR, "long", 0);
}
#else

typedef struct {
    unsigned sum;
    int most;
} both;

static void join(void *in, void *out, int *count, MPI_Datatype *type)
{
    const both *from = in;
    both *to = out;
    int i;
    (void)type;
    for (i = 0; i < *count; ++i) {
        to[i].sum += from[i].sum;
        if (from[i].most > to[i].most) to[i].most = from[i].most;
    }
}

static void last(void *in, void *out, int *count, MPI_Datatype *type)
{
    (void)in;
    (void)out;
    (void)count;
    (void)type;
}

static int apply(int mpi, const void *in, void *out, int count, MPI_Datatype type, MPI_Op op)
{
#if defined(FUNCTION_reduce)
    const int root = isotask_reduce_root;
    if (in == MPI_IN_PLACE && rank != root) in = out;
    if (mpi) return MPI_Reduce(in, rank == root ? out : NULL, count, type, op, root, comm);
    return isotask_reduce(in, rank == root ? out : NULL, count, type, op, root, comm);
#elif defined(FUNCTION_reduce_scatter_block)
    if (mpi) return MPI_Reduce_scatter_block(in, out, count, type, op, comm);
    return isotask_reduce_scatter_block(in, out, count, type, op, comm);
#else
    if (mpi) return MPI_Allreduce(in, out, count, type, op, comm);
    return isotask_allreduce(in, out, count, type, op, comm);
#endif
}

static void one(int count, MPI_Datatype type, MPI_Op op, const char *what, int in_place)
{
    const size_t all = room((long)count * ranks, type);
    char *in = malloc(all), *theirs = malloc(all), *ours = malloc(all);
    size_t i;

    fill(in, all);
    fill(theirs, all);
    if (type == MPI_DOUBLE) {
        /* Small integers, whose sums are exact in any order. */
        for (i = 0; i + 1 <= all / sizeof(double); ++i) {
            ((double *)(void *)in)[i] = any() % 1000;
            ((double *)(void *)theirs)[i] = any() % 1000;
        }
    }
    memcpy(ours, theirs, all);
    expect(apply(1, in_place ? MPI_IN_PLACE : in, theirs, count, type, op), MPI_SUCCESS, what);
    expect(apply(0, in_place ? MPI_IN_PLACE : in, ours, count, type, op), MPI_SUCCESS, what);
#ifdef FUNCTION_reduce_scatter_block
    MPI_Aint low, extent;
    /* In place the rest of the buffer is scratch. */
    MPI_Type_get_extent(type, &low, &extent);
    if (memcmp(theirs, ours, in_place ? (size_t)(count * extent) : all) != 0) {
        differ(in_place ? "in place" : "the result", count, what);
    }
#else
    if (memcmp(theirs, ours, all) != 0) differ(in_place ? "in place" : "the result", count, what);
#endif
    free(in);
    free(theirs);
    free(ours);
}

static void compare(void)
{
    const int numbers[] = {0, 1, 3, 7, 64, 1000};
    MPI_Datatype pair;
    MPI_Op joined, lost;
    char scratch[4096] = {0}, other[4096] = {0};
    int i, in_place;

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(join, 1, &joined);
    MPI_Op_create(last, 0, &lost);
    for (i = 0; i < 6; ++i) {
        for (in_place = 0; in_place < 2; ++in_place) {
            one(numbers[i], MPI_INT, MPI_SUM, "sum of int", in_place);
            one(numbers[i], MPI_UNSIGNED_SHORT, MPI_BXOR, "xor of short", in_place);
            one(numbers[i], MPI_DOUBLE, MPI_SUM, "sum of double", in_place);
            one(numbers[i], MPI_INT, MPI_MAX, "greatest int", in_place);
            one(numbers[i], pair, joined, "an own operation", in_place);
        }
    }
    expect(apply(0, scratch, other, 1, MPI_INT, lost), MPI_ERR_OP, "an operation that does not commute");
    expect(apply(0, scratch, other, 1, MPI_INT, MPI_OP_NULL), MPI_ERR_OP, "no operation");
    MPI_Op_free(&joined);
    MPI_Op_free(&lost);
    MPI_Type_free(&pair);
}
#endif

/* Any call, for what is refused. */
static int refused(int count, MPI_Datatype type, int other_root, MPI_Comm where)
{
    static char in[1 << 16], out[1 << 16];
#if defined(FUNCTION_alltoall)
    (void)other_root;
    return isotask_alltoall(in, count, type, out, count, type, where);
#elif defined(FUNCTION_alltoallv)
    (void)other_root;
    return isotask_alltoallv(in, count, type, out, count, type, where);
#elif defined(FUNCTION_allgather)
    (void)other_root;
    return isotask_allgather(in, count, type, out, count, type, where);
#elif defined(FUNCTION_scatter)
    return isotask_scatter(in, count, type, out, count, type, (isotask_scatter_root + other_root) % ranks, where);
#elif defined(FUNCTION_gather)
    return isotask_gather(in, count, type, out, count, type, (isotask_gather_root + other_root) % ranks, where);
#elif defined(FUNCTION_bcast)
    (void)in;
    return isotask_bcast(out, count, type, (isotask_bcast_root + other_root) % ranks, where);
#elif defined(FUNCTION_reduce)
    return isotask_reduce(in, out, count, type, MPI_SUM, (isotask_reduce_root + other_root) % ranks, where);
#elif defined(FUNCTION_reduce_scatter_block)
    (void)other_root;
    return isotask_reduce_scatter_block(in, out, count, type, MPI_SUM, where);
#else
    (void)other_root;
    return isotask_allreduce(in, out, count, type, MPI_SUM, where);
#endif
}

static void refuse(void)
{
    MPI_Comm few, turned;

    expect(refused(-1, MPI_INT, 0, comm), MPI_ERR_COUNT, "a negative count");
    expect(refused(1, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE, "no type");
    expect(refused(1, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM, "no communicator");
    MPI_Comm_split(comm, rank == 0, rank, &few);
    MPI_Comm_set_errhandler(few, MPI_ERRORS_RETURN);
    if (ranks > 1) expect(refused(1, MPI_INT, 0, few), MPI_ERR_COMM, "too few ranks");
    MPI_Comm_free(&few);
#if defined(FUNCTION_scatter) || defined(FUNCTION_gather) || defined(FUNCTION_bcast) || defined(FUNCTION_reduce)
    expect(refused(1, MPI_INT, 1, comm), MPI_ERR_ROOT, "another root");
#endif
    /* A communicator of its own, used and freed. */
    MPI_Comm_split(comm, 0, ranks - rank, &turned);
    expect(refused(2, MPI_INT, 0, turned), MPI_SUCCESS, "another communicator");
    MPI_Comm_free(&turned);
}

static void list_moves(int again)
{
    noted = 0;
    refused(1, MPI_INT, 0, comm); /* makes the duplicate */
    MPI_Barrier(comm);
    noted = 1;
    slot_now = 0;
    if (!again) refused(1, MPI_INT, 0, comm);
#ifdef FUNCTION_alltoallv
    else call_again(1, NULL, 0, MPI_INT, NULL, 0, MPI_INT, "moves");
#endif
    noted = 0;
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int here[2], all[2];

    MPI_Init(&argc, &argv);
    comm = MPI_COMM_WORLD;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &rank);
    rank_now = rank;
    seed = 20261123UL + 7919UL * (unsigned long)rank;
    make_types();
    (void)names;
    if (argc > 1) {
        list_moves(strcmp(argv[1], "moves-again") == 0);
        MPI_Finalize();
        return 0;
    }
    refuse();
    compare();
    here[0] = differences;
    here[1] = faults;
    MPI_Allreduce(here, all, 2, MPI_INT, MPI_SUM, comm);
    fflush(stdout);
    MPI_Barrier(comm);
    if (rank == 0) printf("%s\n", all[0] + all[1] == 0 ? "SAME" : "DIFFERENT");
    MPI_Type_free(&types[2]);
    MPI_Type_free(&types[3]);
    MPI_Type_free(&types[4]);
    MPI_Type_free(&types[5]);
    MPI_Finalize();
    return all[0] + all[1] == 0 ? 0 : 1;
}
