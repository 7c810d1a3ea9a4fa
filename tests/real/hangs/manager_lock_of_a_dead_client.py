# A client of a manager died while it had a lock of it; the manager's thread for the next one waits.
# https://docs.python.org/3/library/multiprocessing.html#multiprocessing.managers.SyncManager.Lock
import multiprocessing
import os

context = multiprocessing.get_context("spawn")


def write(lock):
    lock.acquire()
    os.kill(os.getpid(), 9)


if __name__ == "__main__":
    with context.Manager() as manager:
        lock = manager.Lock()
        worker = context.Process(target=write, args=(lock,))
        worker.start()
        worker.join()
        print("READY", flush=True)
        with lock:  # <-- here
            print("writing")
