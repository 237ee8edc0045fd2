/* Communicators whose ranks are the nodes of a torus 2 x 4, and what becomes of errors. */
#include <stdio.h>
#include "isotask_alltoall.h"

static int faults, told;

static void check(int holds, const char *what)
{
    if (!holds) {
        ++faults;
        printf("%s\n", what);
    }
}

static void note(MPI_Comm *comm, int *status, ...)
{
    (void)comm;
    (void)status;
    ++told;
}

/* Rank of the node with these coordinates, the last one fastest. */
static void map(int first, int second, int is_first_two)
{
    int dims[2], closed[2] = {1, 1}, at[2], rank, i, sent[8], received[8];
    MPI_Comm cart, nodes;

    dims[0] = first;
    dims[1] = second;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, closed, 1, &cart);
    MPI_Comm_rank(cart, &rank);
    MPI_Cart_coords(cart, rank, 2, at);
    check(isotask_alltoall_cart(cart, &nodes) == MPI_SUCCESS, "a torus is mapped");
    MPI_Comm_rank(nodes, &rank);
    check(rank == (is_first_two ? 4 * at[0] + at[1] : 4 * at[1] + at[0]), "a rank is its node");
    for (i = 0; i < 8; ++i) sent[i] = 10 * rank + i;
    check(isotask_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, nodes) == MPI_SUCCESS, "an exchange");
    for (i = 0; i < 8; ++i) check(received[i] == 10 * i + rank, "a block of the exchange");
    MPI_Comm_free(&nodes);
    MPI_Comm_free(&cart);
}

static int status_of(int number, const int *dims, int close)
{
    int closed[3], i, status, found = MPI_SUCCESS;
    MPI_Comm cart, nodes;

    for (i = 0; i < number; ++i) closed[i] = close;
    MPI_Cart_create(MPI_COMM_WORLD, number, dims, closed, 0, &cart);
    MPI_Comm_set_errhandler(cart, MPI_ERRORS_RETURN);
    status = isotask_alltoall_cart(cart, &nodes);
    MPI_Error_class(status, &found);
    if (nodes != MPI_COMM_NULL) MPI_Comm_free(&nodes);
    MPI_Comm_free(&cart);
    return found;
}

int main(int argc, char **argv)
{
    const int torus[] = {2, 4}, cube[] = {2, 2, 2}, ring[] = {8};
    int rank, all;
    MPI_Comm world, few, nodes;
    MPI_Errhandler handler;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    map(2, 4, 1);
    map(4, 2, 0);
    check(status_of(2, torus, 1) == MPI_SUCCESS, "the torus itself");
    check(status_of(2, torus, 0) == MPI_ERR_DIMS, "a mesh is no torus");
    check(status_of(3, cube, 1) == MPI_ERR_DIMS, "a cube is another torus");
    check(status_of(1, ring, 1) == MPI_ERR_DIMS, "a ring is another torus");
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(world, handler);
    check(isotask_alltoall_cart(world, &nodes) == MPI_ERR_TOPOLOGY && told == 1, "no topology, told once");
    MPI_Comm_split(world, rank / 4, rank, &few);
    MPI_Comm_set_errhandler(few, handler);
    told = 0;
    check(isotask_alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, few) == MPI_ERR_COMM && told == 1, "few ranks, told once");
    MPI_Comm_free(&few);
    MPI_Comm_free(&world);
    MPI_Errhandler_free(&handler);
    MPI_Allreduce(&faults, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0) printf("ranks are nodes\n");
    MPI_Finalize();
    return all != 0;
}
