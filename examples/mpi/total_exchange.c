/* Every rank has a number for every other; by a schedule of Isotask they are exchanged.

       isotask solve hypercube 3 total-exchange -o cube.json
       isotask export cube.json --to c -o isotask_alltoall.h
       mpicc -std=c99 -I. examples/mpi/total_exchange.c -o total_exchange
       mpirun -n 8 ./total_exchange */
#include <stdio.h>
#include "isotask_alltoall.h"

int main(int argc, char **argv)
{
    int sent[isotask_alltoall_nodes], received[isotask_alltoall_nodes], rank, other, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (other = 0; other < isotask_alltoall_nodes; ++other) sent[other] = 100 * rank + other;
    isotask_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, MPI_COMM_WORLD);
    for (other = 0; other < isotask_alltoall_nodes; ++other) wrong += received[other] != 100 * other + rank;
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%d wrong numbers in %d slots\n", wrong, (int)isotask_alltoall_slots);
    MPI_Finalize();
    return wrong != 0;
}
