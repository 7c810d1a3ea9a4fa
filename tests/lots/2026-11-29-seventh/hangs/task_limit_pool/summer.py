"""Sums over a long table; a worker is replaced after a few jobs, as their library leaks."""

import argparse
import concurrent.futures
import multiprocessing

import jobs


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--jobs-of-a-worker", type=int, default=3)
    parser.add_argument("--blocks", type=int, default=12)
    return parser.parse_args()


def main():
    chosen = options()
    total = 0
    with concurrent.futures.ProcessPoolExecutor(
        chosen.workers,
        mp_context=multiprocessing.get_context("spawn"),
        max_tasks_per_child=chosen.jobs_of_a_worker,
    ) as pool:
        futures = [pool.submit(jobs.block, number) for number in range(chosen.blocks)]
        for future in futures:
            total += future.result()
            print("so far", total, flush=True)


if __name__ == "__main__":
    main()
