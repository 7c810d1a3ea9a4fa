"""A rank with torch's own debug server, and our page in it: rank 1 never comes to its third step.

ranks_debug_server.py PORT, with RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT
"""

import sys
import threading

import torch
import torch.distributed as dist
from torch.distributed.debug import start_debug_server

from atfault.torch_debug import RanksHandler


def save():
    threading.Event().wait()  # <- fault


def main():
    dist.init_process_group("gloo")
    start_debug_server(int(sys.argv[1]), start_method="spawn", handlers=[RanksHandler()])
    for _ in range(2):
        dist.all_reduce(torch.ones(10))
    print("ready", flush=True)
    if dist.get_rank() == 1:
        save()
    dist.all_reduce(torch.ones(10))


if __name__ == "__main__":
    main()
