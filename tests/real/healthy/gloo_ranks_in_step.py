# Ranks that sum again and again, with a little to do in between.
import os
import socket
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def run(rank, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    gradient = torch.ones(1_000_000)
    for step in range(100_000):
        dist.all_reduce(gradient)
        if step == 100 and rank == 0:
            print("READY", flush=True)
        time.sleep(0.005 * (1 + rank))


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    mp.spawn(run, args=(port,), nprocs=2)
