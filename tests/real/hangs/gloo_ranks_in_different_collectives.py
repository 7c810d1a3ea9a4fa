# One rank sums, the other one waits for a message of it.
# https://github.com/pytorch/pytorch/issues/138322
import os
import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def run(rank, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    total = torch.ones(4)
    if rank == 0:
        dist.all_reduce(total)  # <-- here
        print("READY", flush=True)
        dist.all_reduce(total)  # <-- here
    else:
        dist.all_reduce(total)  # <-- here
        dist.recv(total, src=0)  # <-- here


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    context = mp.get_context("spawn")
    ranks = [context.Process(target=run, args=(rank, port), name=f"rank {rank}") for rank in (0, 1)]
    for rank in ranks:
        rank.start()
    for rank in ranks:
        rank.join()  # <-- also
