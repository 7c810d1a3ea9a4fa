# Two threads draw from the same generator without the GIL.
# https://github.com/python/cpython/issues/156351
import threading


def tickets():
    number = 0
    while True:
        number += 1
        yield number


shared = tickets()
start = threading.Barrier(4)


def draw():
    start.wait()
    for _ in range(3_000_000):
        try:
            next(shared)  # <-- here
        except ValueError:
            pass


threads = [threading.Thread(target=draw) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
