# A cache calls the factory of a value with its own lock held; the factory reads the cache.
# https://github.com/awolverp/cachebox/issues/67
import cachebox

cache = cachebox.Cache(0)
cache["rate"] = 3


def price():
    return 2 * cache["rate"]  # <-- here


print("READY", flush=True)
print(cache.setdefault_with("price", price))  # <-- here
