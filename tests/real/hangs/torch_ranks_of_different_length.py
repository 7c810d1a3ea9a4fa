# Rank 1 has fewer batches and is done; rank 0 waits for it at the barrier of the next one.
# https://docs.pytorch.org/docs/stable/multiprocessing.html#spawning-subprocesses
import torch
import torch.multiprocessing as mp


def train(rank, barrier, batches):
    for number in range(batches[rank]):
        torch.ones(10).mul_(number)
        if rank == 0 and number == batches[1]:
            print("READY", flush=True)
        barrier.wait()  # <-- here


if __name__ == "__main__":
    context = mp.get_context("spawn")
    barrier = context.Barrier(2)
    mp.spawn(train, args=(barrier, (5, 3)), nprocs=2)  # <-- also
