"""A pipeline of generators, threads and bounded queues; the last stage takes its time."""

import queue
import threading
import time


def stage(function, source, target):
    while True:
        target.put(function(source.get()))


def slow(number):
    time.sleep(5)
    return number


if __name__ == "__main__":
    queues = [queue.Queue(2) for _ in range(4)]
    for number, function in enumerate([lambda n: n + 1, lambda n: n * n, slow]):
        threading.Thread(
            target=stage, args=(function, queues[number], queues[number + 1]), daemon=True, name=f"stage {number}"
        ).start()

    def feed():
        for number in range(10000):
            queues[0].put(number)

    threading.Thread(target=feed, daemon=True, name="feed").start()
    while True:
        print(queues[-1].get(), flush=True)
