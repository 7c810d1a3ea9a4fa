# An exhausted iterator of an array is put back to its start: it has no array any more.
# https://github.com/python/cpython/issues/128961
import array


def rewind(iterator):
    iterator.__setstate__(0)  # <-- here


numbers = iter(array.array("i", [1, 2, 3]))
print(sum(numbers))
rewind(numbers)
