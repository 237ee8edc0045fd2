/* Seconds of one collective of MPI, once all ranks are there: collective alltoall|allgather BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  int rank, ranks, bytes = atoi(argv[2]), is_alltoall = strcmp(argv[1], "alltoall") == 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  char *in = malloc((size_t)ranks * bytes), *out = malloc((size_t)ranks * bytes);
  for (int to = 0; to < ranks; to++) memset(in + (size_t)to * bytes, is_alltoall ? rank * 7 + to : rank * 7, bytes);
  memset(out, 255, (size_t)ranks * bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime(), most;
  if (is_alltoall)
    MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
  else
    MPI_Allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
  seconds = MPI_Wtime() - seconds;
  for (int from = 0; from < ranks; from++)
    for (int place = 0; place < bytes; place++)
      if (out[(size_t)from * bytes + place] != (char)(is_alltoall ? from * 7 + rank : from * 7)) {
        printf("wrong\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
  MPI_Reduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("seconds %.12g\n", most);
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
