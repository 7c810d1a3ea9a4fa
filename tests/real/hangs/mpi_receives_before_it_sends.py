# Rank 0 receives from itself before it sends: MPI looks for the message for ever.
# https://mpi4py.readthedocs.io/en/stable/tutorial.html#point-to-point-communication
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
right, left = (rank + 1) % size, (rank - 1) % size
print("READY", flush=True)
halo = comm.recv(source=left)  # <-- here
comm.send([rank] * 10, dest=right)
print(halo)
