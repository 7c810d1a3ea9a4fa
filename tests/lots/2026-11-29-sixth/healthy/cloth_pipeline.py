"""Cloth goes through processes: spun, woven, dyed; the last one is slow, the queues are short."""

import multiprocessing
import time


def stage(take, give, seconds):
    for number in iter(take.get, None):
        time.sleep(seconds)
        give.put(number)
    give.put(None)


def main():
    context = multiprocessing.get_context("spawn")
    queues = [context.Queue(2) for _ in range(4)]
    seconds = (0.1, 0.5, 6)
    for take, give, pause in zip(queues, queues[1:], seconds):
        context.Process(target=stage, args=(take, give, pause), daemon=True).start()
    context.Process(target=feed, args=(queues[0],), daemon=True).start()
    for number in iter(queues[-1].get, None):
        print("dyed", number, flush=True)


def feed(queue):
    for number in range(200):
        queue.put(number)
    queue.put(None)


if __name__ == "__main__":
    main()
