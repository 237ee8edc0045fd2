/* A halo exchange by the rounds of a stencil, beside MPI_Neighbor_alltoall on the graph of its neighbours.
   halo DIFFERING SIDE PERIODIC [SIDE PERIODIC]...: neighbours differ in at most DIFFERING coordinates, each by one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halo.h"

enum { most = 80, elements = 5 };

static int sides[4], closed[4], axes, differing;

/* The rank one step on; -1 beyond a border. */
static int neighbour(int rank, const int *step)
{
    int there = 0, scale = 1, axis;

    for (axis = axes - 1; axis >= 0; --axis) {
        int at = rank % sides[axis] + step[axis];

        rank /= sides[axis];
        if (at < 0 || at >= sides[axis]) {
            if (!closed[axis]) return -1;
            at = (at + sides[axis]) % sides[axis];
        }
        there += at * scale;
        scale *= sides[axis];
    }
    return there;
}

static int increasing(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

int main(int argc, char **argv)
{
    int rank, ranks, number = 0, same, all, place, axis, steps = 1, near[most], weights[most];
    int sent[most * elements], by_rounds[most * elements], by_mpi[most * elements];
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    differing = atoi(argv[1]);
    for (axes = 0; 2 * axes + 3 < argc; ++axes) {
        sides[axes] = atoi(argv[2 * axes + 2]);
        closed[axes] = atoi(argv[2 * axes + 3]);
        steps *= 3;
    }
    for (place = 0; place < steps; ++place) {
        int step[4], moved = 0, rest = place, there;

        for (axis = 0; axis < axes; ++axis) {
            step[axis] = rest % 3 - 1;
            rest /= 3;
            moved += step[axis] != 0;
        }
        there = neighbour(rank, step);
        /* A block for the rank itself is a copy and no message. */
        if (moved > 0 && moved <= differing && there >= 0 && there != rank) near[number++] = there;
    }
    qsort(near, (size_t)number, sizeof *near, increasing);
    for (place = 0; place < number; ++place) weights[place] = 1;
    /* As many blocks come from a rank as go to it. */
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, number, near, weights, number, near, weights, MPI_INFO_NULL,
                                   0, &graph);
    for (place = 0; place < number * elements; ++place) {
        sent[place] = 1000 * rank + place;
        by_rounds[place] = by_mpi[place] = -1;
    }
    MPI_Neighbor_alltoall(sent, elements, MPI_INT, by_mpi, elements, MPI_INT, graph);
    same = isotask_alltoallv(sent, elements, MPI_INT, by_rounds, elements, MPI_INT, MPI_COMM_WORLD) == MPI_SUCCESS;
    same = same && memcmp(by_rounds, by_mpi, (size_t)(number * elements) * sizeof *sent) == 0;
    MPI_Reduce(&same, &all, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0) puts(all ? "SAME" : "DIFFERENT");
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
