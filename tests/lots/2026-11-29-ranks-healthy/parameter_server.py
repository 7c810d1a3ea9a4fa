"""Rank 0 is a server: it receives from whoever is next, and sends what is new; workers are uneven."""

import time

import torch
import torch.distributed as dist


def serve(world):
    weights, gradient = torch.zeros(32), torch.zeros(32)
    while True:
        sender = dist.recv(gradient)
        weights -= 0.1 * gradient
        dist.send(weights, dst=sender)


def work(rank):
    weights = torch.zeros(32)
    while True:
        time.sleep(0.8 * rank)
        dist.send(weights + 1, dst=0)
        dist.recv(weights, src=0)


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    serve(dist.get_world_size()) if rank == 0 else work(rank)


main()
