# The function that makes a value for the cache asks the cache for that very value.
# https://github.com/sqlalchemy/dogpile.cache/issues/141
from dogpile.cache import make_region

region = make_region().configure("dogpile.cache.memory")


@region.cache_on_arguments()
def price(item):
    return 3 * rate(item)  # <-- here


def rate(item):
    return price(item) / 2  # <-- here


print("READY", flush=True)
print(price(1))  # <-- also
