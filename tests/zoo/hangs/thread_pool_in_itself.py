# hang: cause=pool-starvation confidence=certain|likely python=3.8-3.15 first=yes core=no
from multiprocessing.pool import ThreadPool

pool = ThreadPool(2)


def size_of(path):
    return len(path)


def total(folder):
    return sum(pool.map(size_of, [f"{folder}/{n}" for n in range(3)]))  # <-- here


print("READY", flush=True)
print(pool.map(total, ["a", "b"]))
