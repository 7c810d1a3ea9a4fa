# Workers share two slots; both were taken by workers that the memory killer ended. The rest asks for
# one again and again.
# https://github.com/birdnet-team/birdnet/issues/73
import multiprocessing
import os
import time

context = multiprocessing.get_context("fork")


def process_batch(slots, started):
    slots.acquire()
    started.release()
    os.kill(os.getpid(), 9)


if __name__ == "__main__":
    slots = context.BoundedSemaphore(2)
    started = context.Semaphore(0)
    workers = [context.Process(target=process_batch, args=(slots, started)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        started.acquire()
        worker.join()
    print("READY", flush=True)
    while not slots.acquire(timeout=0.5):  # <-- here
        pass  # <-- here
    print("next batch")
