"""Two ranks of torch with gloo that do not meet, and leave dumps of their flight recorders.

ranks_dumping.py FOLDER, with RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT and TORCH_FR_BUFFER_SIZE
"""

import os
import sys
import threading
import time

import torch
import torch.distributed as dist
from torch._C import _distributed_c10d as c10d


def leave(rank):
    time.sleep(float(os.environ.get("DUMP_AFTER", "4")))
    made = {"": c10d._dump_fr_trace(), ".json": c10d._dump_fr_trace_json()}
    for ending, data in made.items():
        with open(os.path.join(sys.argv[1], f"trace_rank_{rank}{ending}"), "wb") as file:
            file.write(data)
    print("left", flush=True)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    dist.all_reduce(torch.ones(10))
    threading.Thread(target=leave, args=(rank,), daemon=True).start()
    if rank == 1:
        dist.barrier()  # <- fault
    else:
        dist.all_reduce(torch.ones(10))
    time.sleep(600)


main()
