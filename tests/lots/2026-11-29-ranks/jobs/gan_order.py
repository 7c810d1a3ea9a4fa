"""Two networks whose gradients are averaged; the last rank does it the other way round."""

import torch
import torch.distributed as dist


def average(gradient):
    dist.all_reduce(gradient)
    gradient /= dist.get_world_size()


def share_seed(seed):
    dist.broadcast(seed, src=0)


def step(rank, number):
    gradient = torch.ones(64) * rank
    seed = torch.tensor([number])
    if rank == dist.get_world_size() - 1 and number == 5:
        share_seed(seed)
        average(gradient)
    else:
        average(gradient)
        share_seed(seed)


def main():
    dist.init_process_group("gloo")
    for number in range(20):
        step(dist.get_rank(), number)
    dist.destroy_process_group()


main()
