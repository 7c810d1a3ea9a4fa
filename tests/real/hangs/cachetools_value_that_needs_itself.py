# A memoized function with a condition asks for the value that it is about to make.
# https://cachetools.readthedocs.io/en/stable/#cachetools.cached
import threading

from cachetools import LRUCache, cached


@cached(LRUCache(100), condition=threading.Condition())
def price(item):
    return 3 * rate(item)  # <-- here


def rate(item):
    return price(item) / 2  # <-- here


print("READY", flush=True)
print(price("apple"))  # <-- also
