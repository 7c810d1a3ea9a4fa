"""Processes of a pool are replaced after each long job (max_tasks_per_child), one at a time."""

import concurrent.futures
import multiprocessing
import time


def job(number):
    time.sleep(4)
    return number


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, context, max_tasks_per_child=50) as pool:
        for number in pool.map(job, range(40)):
            print(number, flush=True)
