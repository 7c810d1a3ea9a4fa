# The comparison with the item that is looked for clears the queue, and the item is freed.
# https://github.com/python/cpython/issues/115243
from collections import deque


class Job:
    def __init__(self, name):
        self.name = name
        self.steps = [name] * 20

    def __eq__(self, other):
        if self.name == "last":
            queue.clear()  # <-- here
            return NotImplemented
        return self.name == other.name  # <-- also


def place(job):
    return queue.index(job)  # <-- here


for number in range(2000):
    queue = deque([Job("last"), Job("last")])
    try:
        place(Job(f"job {number}"))  # <-- also
    except (ValueError, IndexError, RuntimeError):
        pass
