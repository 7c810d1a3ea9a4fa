# A function whose code is replaced by none at all.
# https://github.com/python/cpython/issues/140497


def total(prices):  # <-- also
    return sum(prices)


total.__code__ = total.__code__.replace(co_code=b"")
print(total([1, 2]))  # <-- here
