/* A halo exchange by the rounds of a stencil, beside the functions of MPI for neighbours, in every way that the header
   offers. halo DIFFERING ALIKE SIDE PERIODIC [SIDE PERIODIC]...: neighbours differ in at most DIFFERING coordinates, each
   by one; ALIKE is 1 if all blocks have one size. For each way a line: SAME or DIFFERENT. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halo.h"

enum { most = 80, elements = 5, room = most * (elements + 2), times = 5 };

static int sides[4], closed[4], axes, differing, alike, rank, faults;

static void report(const char *way, int same)
{
    int all;

    MPI_Reduce(&same, &all, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%s %s\n", way, all ? "SAME" : "DIFFERENT");
}

static void expect(int status, int wanted, const char *what)
{
    int found = MPI_SUCCESS;

    MPI_Error_class(status, &found);
    if (found == wanted) return;
    ++faults;
    printf("rank %d: %s: error class %d, expected %d\n", rank, what, found, wanted);
}

/* The rank one step on or, with sign -1, back; -1 beyond a border. */
static int neighbour(const int *step, int sign)
{
    int there = 0, scale = 1, rest = rank, axis;

    for (axis = axes - 1; axis >= 0; --axis) {
        int at = rest % sides[axis] + sign * step[axis];

        rest /= sides[axis];
        if (at < 0 || at >= sides[axis]) {
            if (!closed[axis]) return -1;
            at = (at + sides[axis]) % sides[axis];
        }
        there += at * scale;
        scale *= sides[axis];
    }
    return there;
}

/* The neighbours that blocks go to, and those that they come from. */
struct near {
    int to[most], from[most];
    int sends, receives;
};

/* By the step of a block, which it has at both of its ends. */
static void list(struct near *near)
{
    int place, axis, steps = 1;

    near->sends = near->receives = 0;
    for (axis = 0; axis < axes; ++axis) steps *= 3;
    for (place = 0; place < steps; ++place) {
        int step[4], moved = 0, rest = place, there;

        for (axis = 0; axis < axes; ++axis) {
            step[axis] = rest % 3 - 1;
            rest /= 3;
            moved += step[axis] != 0;
        }
        if (moved == 0 || moved > differing) continue;
        there = neighbour(step, 1);
        if (there >= 0) near->to[near->sends++] = there;
        there = neighbour(step, -1);
        if (there >= 0) near->from[near->receives++] = there;
    }
}

static int increasing(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

/* Leaves out a rank, and returns how many are left. */
static int without(int *ranks, int number, int left_out)
{
    int place, kept = 0;

    for (place = 0; place < number; ++place) {
        if (ranks[place] != left_out) ranks[kept++] = ranks[place];
    }
    return kept;
}

/* By their ranks, without the rank itself, whose block is a copy and no message. */
static void sort(struct near *near)
{
    const int number = without(near->to, near->sends, rank);

    qsort(near->to, (size_t)number, sizeof *near->to, increasing);
    /* As many blocks come from a rank as go to it. */
    memcpy(near->from, near->to, sizeof near->to);
    near->sends = near->receives = number;
}

static MPI_Comm graph(const struct near *near)
{
    int weights[most], place;
    MPI_Comm made;

    for (place = 0; place < most; ++place) weights[place] = 1;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, near->receives, near->from, weights, near->sends, near->to, weights,
                                   MPI_INFO_NULL, 0, &made);
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    return made;
}

static void fill(int *sent, int time)
{
    int place;
    for (place = 0; place < room; ++place) sent[place] = 10000 * rank + 1000 * time + place;
}

static void clear(int *one, int *other)
{
    int place;
    for (place = 0; place < room; ++place) one[place] = other[place] = -1;
}

/* isotask_alltoallv beside MPI_Neighbor_alltoall; then two calls at a time that are started again and again. */
static void packets(void)
{
    static int sent[room], others[room], by_rounds[room], by_mpi[room], by_other[room];
    struct near near;
    isotask_request *request, *other;
    MPI_Comm comm;
    int same, time;

    list(&near);
    sort(&near);
    comm = graph(&near);
    fill(sent, 0);
    clear(by_rounds, by_mpi);
    MPI_Neighbor_alltoall(sent, elements, MPI_INT, by_mpi, elements, MPI_INT, comm);
    same = isotask_alltoallv(sent, elements, MPI_INT, by_rounds, elements, MPI_INT, MPI_COMM_WORLD) == MPI_SUCCESS;
    report("packets", same && memcmp(by_rounds, by_mpi, sizeof by_mpi) == 0);

    expect(isotask_alltoallv_init(sent, elements, MPI_INT, by_rounds, elements, MPI_INT, comm, MPI_INFO_NULL, &request),
           MPI_SUCCESS, "a call to be started again");
    expect(isotask_alltoallv_init(others, elements, MPI_INT, by_other, elements, MPI_INT, comm, MPI_INFO_NULL, &other),
           MPI_SUCCESS, "another");
    same = 1;
    for (time = 0; time < times; ++time) {
        fill(sent, time);
        fill(others, time + times);
        clear(by_rounds, by_other);
        /* Not in one order on all ranks. */
        expect(isotask_start(rank % 2 ? request : other), MPI_SUCCESS, "a start");
        expect(isotask_start(rank % 2 ? other : request), MPI_SUCCESS, "a start of the other");
        expect(isotask_wait(request), MPI_SUCCESS, "a wait");
        expect(isotask_wait(other), MPI_SUCCESS, "a wait for the other");
        clear(by_mpi, by_mpi);
        MPI_Neighbor_alltoall(sent, elements, MPI_INT, by_mpi, elements, MPI_INT, comm);
        same = same && memcmp(by_rounds, by_mpi, sizeof by_mpi) == 0;
        MPI_Neighbor_alltoall(others, elements, MPI_INT, by_mpi, elements, MPI_INT, comm);
        same = same && memcmp(by_other, by_mpi, sizeof by_mpi) == 0;
    }
    report("packets again", same);
    expect(isotask_request_free(&other), MPI_SUCCESS, "the end of the other");
    expect(isotask_start(request), MPI_SUCCESS, "one more start");
    expect(isotask_start(request), MPI_ERR_REQUEST, "a start of what is started");
    expect(isotask_request_free(&request), MPI_ERR_REQUEST, "the end of what is started");
    expect(isotask_wait(request), MPI_SUCCESS, "one more wait");
    expect(isotask_wait(request), MPI_SUCCESS, "a wait for nothing");
    expect(isotask_request_free(&request), MPI_SUCCESS, "the end");
    expect(request == NULL ? isotask_request_free(&request) : MPI_SUCCESS, MPI_ERR_REQUEST, "the end of nothing");
    MPI_Comm_free(&comm);
}

/* Blocks of several sizes, the last one first, with gaps in between. What comes has the size of what was sent. */
struct blocks {
    int sends[most], receives[most], to[most], from[most];
};

static void measure(struct blocks *blocks, const struct near *near, MPI_Comm comm)
{
    int block, at = 0;

    for (block = 0; block < near->sends; ++block) blocks->sends[block] = alike ? elements : (rank + 3 * block) % (elements + 1);
    /* Where there is no neighbour, nothing comes. */
    memset(blocks->receives, 0, sizeof blocks->receives);
    MPI_Neighbor_alltoall(blocks->sends, 1, MPI_INT, blocks->receives, 1, MPI_INT, comm);
    for (block = near->sends - 1; block >= 0; --block) {
        blocks->to[block] = at;
        at += blocks->sends[block] + 1;
    }
    at = 1;
    for (block = near->receives - 1; block >= 0; --block) {
        blocks->from[block] = at;
        at += blocks->receives[block] + 1;
    }
}

/* isotask_neighbor_alltoallv beside MPI_Neighbor_alltoallv, once and again and again. What is sent has gaps. */
static void neighbours(const char *way, const char *again, const struct near *near, MPI_Comm comm)
{
    static int sent[2 * room], by_rounds[room], by_mpi[room];
    struct blocks blocks;
    isotask_request *request;
    MPI_Datatype wide;
    int time, same;

    MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint)sizeof(int), &wide);
    MPI_Type_commit(&wide);
    measure(&blocks, near, comm);
    fill(sent, 0);
    fill(sent + room, 1);
    clear(by_rounds, by_mpi);
    MPI_Neighbor_alltoallv(sent, blocks.sends, blocks.to, wide, by_mpi, blocks.receives, blocks.from, MPI_INT, comm);
    same = isotask_neighbor_alltoallv(sent, blocks.sends, blocks.to, wide, by_rounds, blocks.receives, blocks.from,
                                      MPI_INT, comm) == MPI_SUCCESS;
    report(way, same && memcmp(by_rounds, by_mpi, sizeof by_mpi) == 0);

    expect(isotask_neighbor_alltoallv_init(sent, blocks.sends, blocks.to, wide, by_rounds, blocks.receives, blocks.from,
                                           MPI_INT, comm, MPI_INFO_NULL, &request), MPI_SUCCESS, "blocks again");
    for (time = 0; time < times; ++time) {
        fill(sent, time);
        fill(sent + room, time + times);
        clear(by_rounds, by_mpi);
        expect(isotask_start(request), MPI_SUCCESS, "a start");
        expect(isotask_wait(request), MPI_SUCCESS, "a wait");
        MPI_Neighbor_alltoallv(sent, blocks.sends, blocks.to, wide, by_mpi, blocks.receives, blocks.from, MPI_INT, comm);
        same = same && memcmp(by_rounds, by_mpi, sizeof by_mpi) == 0;
    }
    report(again, same);
    expect(isotask_request_free(&request), MPI_SUCCESS, "the end");
    expect(isotask_neighbor_alltoallv(MPI_IN_PLACE, blocks.sends, blocks.to, wide, by_rounds, blocks.receives,
                                      blocks.from, MPI_INT, comm), MPI_ERR_BUFFER, "in place");
    MPI_Type_free(&wide);
}

static void on_graph(void)
{
    struct near near;
    MPI_Comm comm;

    list(&near);
    comm = graph(&near);
    neighbours("graph", "graph again", &near, comm);
    MPI_Comm_free(&comm);
}

static void on_grid(void)
{
    struct near near;
    MPI_Comm comm;

    near.sends = near.receives = 2 * axes;
    MPI_Cart_create(MPI_COMM_WORLD, axes, sides, closed, 0, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    neighbours("grid", "grid again", &near, comm);
    MPI_Comm_free(&comm);
}

static int status_on(MPI_Comm comm)
{
    static int in[room], out[room];
    static const int counts[most], places[most];
    isotask_request *request;
    int status = isotask_neighbor_alltoallv_init(in, counts, places, MPI_INT, out, counts, places, MPI_INT, comm,
                                                 MPI_INFO_NULL, &request);

    if (request != NULL) isotask_request_free(&request);
    return status;
}

/* Communicators whose neighbours are not those of the schedule: all ranks refuse them. */
static void refuse(void)
{
    struct near near;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    expect(status_on(comm), MPI_ERR_TOPOLOGY, "no topology");
    MPI_Comm_free(&comm);
    /* One block more between two ranks: the neighbours of the others fit. */
    list(&near);
    if (rank < 2) near.to[near.sends++] = near.from[near.receives++] = 1 - rank;
    comm = graph(&near);
    expect(status_on(comm), MPI_ERR_TOPOLOGY, "a neighbour too many");
    MPI_Comm_free(&comm);
    /* And none between them. */
    list(&near);
    if (rank < 2) {
        near.sends = without(near.to, near.sends, 1 - rank);
        near.receives = without(near.from, near.receives, 1 - rank);
    }
    comm = graph(&near);
    expect(status_on(comm), MPI_ERR_TOPOLOGY, "a neighbour too few");
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    differing = atoi(argv[1]);
    alike = atoi(argv[2]);
    for (axes = 0; 2 * axes + 4 < argc; ++axes) {
        sides[axes] = atoi(argv[2 * axes + 3]);
        closed[axes] = atoi(argv[2 * axes + 4]);
    }
    packets();
    on_graph();
    if (differing == 1) on_grid();
    refuse();
    MPI_Reduce(&faults, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0) printf("errors as they should be\n");
    MPI_Finalize();
    return 0;
}
