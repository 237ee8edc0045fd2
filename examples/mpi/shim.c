/* An unchanged program whose MPI_Alltoall goes by a schedule of Isotask.

   A program that calls MPI_Alltoall, in C, in Fortran through C, or in Python through mpi4py, is told to load this
   library first. Where a communicator has as many ranks as the schedule has nodes, its total exchanges go slot by slot;
   all else goes to MPI as before. On 8 ranks as a 3-cube:

       isotask solve hypercube 3 total-exchange -o cube.json
       isotask export cube.json --to c -o isotask_alltoall.h
       mpicc -std=c99 -O2 -shared -fPIC -I. examples/mpi/shim.c -o shim.so
       mpirun -n 8 -x LD_PRELOAD=./shim.so python3 examples/mpi/transpose.py

   With ISOTASK_REPORT in the environment (mpirun -x ISOTASK_REPORT=1) rank 0 says at the end how many calls went by the
   schedule. The result is that of MPI; whether it comes sooner depends on the machine: a schedule is made for links that
   work at the same time, which ranks on one machine with shared memory do not have. */
#include <stdio.h>
#include "isotask_alltoall.h"

static long calls;

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm)
{
    int between = 1, ranks = 0;

    if (comm != MPI_COMM_NULL && MPI_Comm_test_inter(comm, &between) == MPI_SUCCESS && !between &&
        MPI_Comm_size(comm, &ranks) == MPI_SUCCESS && ranks == isotask_alltoall_nodes) {
        ++calls;
        return isotask_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    }
    return PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Finalize(void)
{
    int rank = 1;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && getenv("ISOTASK_REPORT") != NULL) {
        fprintf(stderr, "isotask: %ld total exchanges by the schedule of %d slots\n", calls,
                (int)isotask_alltoall_slots);
    }
    return PMPI_Finalize();
}
