"""A priority queue with two workers; jobs take eight seconds, and the main thread joins the queue."""

import itertools
import queue
import threading
import time

counter = itertools.count()
jobs = queue.PriorityQueue()


def worker():
    while True:
        urgency, _, name = jobs.get()
        time.sleep(8)
        print(urgency, name, flush=True)
        jobs.task_done()


if __name__ == "__main__":
    for urgency, name in [(3, "polish"), (1, "repair"), (2, "paint")] * 8:
        jobs.put((urgency, next(counter), name))
    for number in range(2):
        threading.Thread(target=worker, name=f"worker {number}", daemon=True).start()
    jobs.join()
