# Two processes take two locked files in turns: who waits for the one has just had the other.
import multiprocessing
import time

import filelock

context = multiprocessing.get_context("fork")


def work():
    while True:
        for name in ("left.lock", "right.lock"):
            with filelock.FileLock(name):
                time.sleep(0.4)


if __name__ == "__main__":
    for _ in range(2):
        context.Process(target=work, daemon=True).start()
    print("READY", flush=True)
    work()
