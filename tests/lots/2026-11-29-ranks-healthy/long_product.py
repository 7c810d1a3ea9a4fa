"""Uneven work: a rank is in one call of native code for seconds, while the others are in all_gather."""

import torch
import torch.distributed as dist


def work(size):
    matrix = torch.randn(size, size, dtype=torch.float64)
    return torch.linalg.eigvals(matrix).abs().max().float()


def main():
    dist.init_process_group("gloo")
    torch.set_num_threads(1)
    rank, world = dist.get_rank(), dist.get_world_size()
    turn = 0
    while True:
        norm = work(900 if turn % world == rank else 60)
        everyone = [torch.zeros(()) for _ in range(world)]
        dist.all_gather(everyone, norm)
        turn += 1


main()
