# One of two workers is killed while it waits in get(): it dies with the queue's reading lock, and the
# other worker never reads a job again.
# https://github.com/python/cpython/issues/96062
import multiprocessing
import os
import signal
import time

context = multiprocessing.get_context("fork")


def serve(jobs, results):
    while True:
        number = jobs.get()  # <-- here
        results.put(number * 2)


if __name__ == "__main__":
    jobs, results = context.Queue(), context.Queue()
    first = context.Process(target=serve, args=(jobs, results))
    first.start()
    time.sleep(0.7)
    second = context.Process(target=serve, args=(jobs, results))
    second.start()
    time.sleep(0.7)
    os.kill(first.pid, signal.SIGKILL)
    first.join()
    jobs.put(21)
    print("READY", flush=True)
    print(results.get())  # <-- here
