"""Means of the rows of two tables, each in a process of its own."""

import multiprocessing

import torch

torch.set_num_threads(2)


def mean_of(seed):
    table = torch.full((1000, 1000), float(seed))
    print("mean", seed, round(float(table.mean(dim=1).sum()), 1), flush=True)


if __name__ == "__main__":
    mean_of(0)  # a first look, here
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=mean_of, args=(seed,)) for seed in (1, 2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
