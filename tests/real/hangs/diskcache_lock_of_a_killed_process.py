# A lock that is an entry of a cache on disk; the process that had made the entry was killed.
# https://github.com/grantjenks/python-diskcache/issues/315
import multiprocessing
import os
import signal

import diskcache


def update():
    with diskcache.Lock(diskcache.Cache("cache"), "report"):  # <-- also
        os.kill(os.getpid(), signal.SIGKILL)  # <-- also


if __name__ == "__main__":
    worker = multiprocessing.Process(target=update)
    worker.start()
    worker.join()
    cache = diskcache.Cache("cache")
    print("READY", flush=True)
    with diskcache.Lock(cache, "report"):  # <-- here
        print("updated")
