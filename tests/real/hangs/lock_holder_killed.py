# A worker is killed while it holds a lock of multiprocessing: nobody ever gives it back.
# https://github.com/python/cpython/issues/88304
import multiprocessing
import os
import signal
import time

context = multiprocessing.get_context("fork")


def write_part(lock, inside):
    with lock:
        inside.set()
        time.sleep(600)


if __name__ == "__main__":
    lock = context.Lock()
    inside = context.Event()
    worker = context.Process(target=write_part, args=(lock, inside), name="writer")
    worker.start()
    inside.wait()
    os.kill(worker.pid, signal.SIGKILL)
    worker.join()
    print("READY", flush=True)
    with lock:  # <-- here
        print("merging")
