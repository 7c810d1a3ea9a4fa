"""The rank with the best score sends its weights to all. Each computes alone who that is."""

import argparse

import torch
import torch.distributed as dist


def score_table(rank, world):
    scores = [float(other * 7 % 5) for other in range(world)]
    scores[rank] += 0.5 if rank != 1 else 9.0  # its own, on fresh data
    return scores


def best(scores):
    return max(range(len(scores)), key=scores.__getitem__)


def exchange(weights, rank, world):
    winner = best(score_table(rank, world))
    dist.broadcast(weights, src=winner)
    return winner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    dist.init_process_group("gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    weights = torch.randn(5000)
    for _ in range(options.rounds):
        dist.all_reduce(weights)
        exchange(weights, rank, world)
    dist.destroy_process_group()


main()
