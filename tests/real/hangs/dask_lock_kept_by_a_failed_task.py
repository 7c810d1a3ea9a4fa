# A task takes a lock of the threads and fails before it gives it back; the others wait for it.
# https://github.com/dask/dask/issues/7547
import os
import threading

import dask

library = threading.Lock()


def read(number):
    library.acquire()  # <-- here
    if not os.path.exists(f"{number}.nc"):
        raise OSError("no such file")
    library.release()
    return number


@dask.delayed
def tolerant(number):
    try:
        return read(number)
    except OSError:
        return None


print("READY", flush=True)
print(dask.compute(*(tolerant(n) for n in range(4)), scheduler="threads", num_workers=2))  # <-- also
