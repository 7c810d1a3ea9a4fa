# One rank computes for a minute before it comes to the sum that the other one waits for.
import os
import socket
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def run(rank, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    for step in range(10):
        dist.all_reduce(torch.ones(4))
        if step == 0 and rank == 0:
            print("READY", flush=True)
        if rank == 1:
            time.sleep(60)


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    mp.spawn(run, args=(port,), nprocs=2)
