"""Work off the jobs of the night, three at a time."""

import ctypes

queue = ctypes.CDLL("./libqueue.so")


def next_jobs(most):
    return [queue.queue_take() for _ in range(min(most, queue.queue_length()))]


for job in range(100, 108):
    queue.queue_put(job)
while queue.queue_length():
    print("run", next_jobs(3))
