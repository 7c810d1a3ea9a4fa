# Two processes lock two files, each in its own order.
# https://github.com/tox-dev/filelock/issues/315
import multiprocessing
import time

import filelock


def sync(barrier):
    with filelock.FileLock("remote.lock"):
        barrier.wait()
        with filelock.FileLock("local.lock"):  # <-- here
            print("pulled")


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(2)
    other = context.Process(target=sync, args=(barrier,), name="pull")
    other.start()
    with filelock.FileLock("local.lock"):
        barrier.wait()
        print("READY", flush=True)
        with filelock.FileLock("remote.lock"):  # <-- here
            print("pushed")
