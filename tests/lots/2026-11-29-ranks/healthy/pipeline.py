"""Stages of a pipeline, each of which waits for the one before it most of the time."""

import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
batch = 0
while True:
    activation = torch.zeros(64)
    if rank:
        dist.recv(activation, src=rank - 1)
    time.sleep(0.4 if rank == 2 else 0.05)
    if rank < world - 1:
        dist.send(activation + 1, dst=rank + 1)
    if rank == world - 1:
        dist.send(activation, dst=0)
    if rank == 0:
        dist.recv(activation, src=world - 1)
    batch += 1
