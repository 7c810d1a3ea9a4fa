from numba import njit, types
from numba.extending import overload


def shrunk(size, share=0.08):
    return size * (1.0 - share)


@overload(shrunk)
def shrunk_compiled(size, share=0.08):  # fails: numba-declaration
    if isinstance(size, types.Float):

        def of_number(size, share=0.12):
            return size * (1.0 - share)

        return of_number


@njit
def thrown(size):
    return shrunk(size)


print(thrown(14.0))
