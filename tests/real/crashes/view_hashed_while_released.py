# What a view shows gives its memory away when the view is hashed.
# https://github.com/python/cpython/issues/142664
from array import array


class Samples(array):
    def __hash__(self):
        view.release()  # <-- here
        del self[:]  # <-- here
        return 1


def key_of():
    return hash(view)  # <-- here


samples = Samples("B", bytes(32_000_000))
view = memoryview(samples).toreadonly()
print(key_of())
