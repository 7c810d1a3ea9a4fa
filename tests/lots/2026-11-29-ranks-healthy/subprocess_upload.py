"""Rank 0 waits for a program that uploads, rank 1 for a queue which a thread fills; all meet then."""

import queue
import subprocess
import threading
import time

import torch
import torch.distributed as dist

batches = queue.Queue(2)


def fill():
    number = 0
    while True:
        time.sleep(1.5)
        batches.put(number)
        number += 1


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    if rank == 1:
        threading.Thread(target=fill, daemon=True).start()
    step = 0
    while True:
        if rank == 0 and step % 2 == 0:
            subprocess.run(["sleep", "4"], check=True)
        if rank == 1:
            batches.get()
        total = torch.ones(16)
        dist.all_reduce(total)
        step += 1


main()
