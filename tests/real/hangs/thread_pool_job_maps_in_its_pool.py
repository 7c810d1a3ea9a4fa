# A job of a pool of threads maps its parts in the same pool; all of its threads do so.
# https://github.com/python/cpython/pull/141620
from multiprocessing.pool import ThreadPool

pool = ThreadPool(2)


def size(part):
    return len(part)


def total(parts):
    return sum(pool.map(size, parts))  # <-- here


print("READY", flush=True)
print(pool.map(total, [("a", "bb"), ("ccc",), ("d", "e")], chunksize=1))  # <-- also
