"""Transposes a matrix whose rows lie on the ranks, by MPI_Alltoall: a program that knows nothing of Isotask.

    mpirun -n 8 python3 examples/mpi/transpose.py

With shim.c in front of it the exchange goes by a schedule; what it prints is the same.
"""

from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
ranks, rank = comm.Get_size(), comm.Get_rank()
SIDE = 3 * ranks

# Rank r has the rows 3r, 3r + 1 and 3r + 2 of the matrix with SIDE * row + column at every place.
rows = [[SIDE * (3 * rank + row) + column for column in range(SIDE)] for row in range(3)]
for turn in range(5):
    sent = array("d", (rows[row][3 * other + column] for other in range(ranks) for column in range(3) for row in range(3)))
    received = array("d", bytes(8 * len(sent)))
    comm.Alltoall([sent, MPI.DOUBLE], [received, MPI.DOUBLE])
    rows = [[received[9 * (column // 3) + 3 * row + column % 3] for column in range(SIDE)] for row in range(3)]

# After an odd number of turns it is the transpose.
right = all(rows[row][column] == SIDE * column + 3 * rank + row for row in range(3) for column in range(SIDE))
wrong = comm.allreduce(0 if right else 1)
# A communicator of another size goes to MPI.
half = comm.Split(rank % 2, rank)
sent, received = array("i", range(half.size)), array("i", bytes(4 * half.size))
half.Alltoall([sent, MPI.INT], [received, MPI.INT])
wrong += comm.allreduce(0 if list(received) == [half.rank] * half.size else 1)
if rank == 0:
    print("transposed" if wrong == 0 else f"wrong on {wrong} ranks")
