# The list of a compiled generator is freed at its first yield.
# https://github.com/numba/numba/issues/5905
import numba
from numba.typed import List


@numba.njit
def numbers():
    kept = List([1, 2, 3])
    for number in kept:
        yield number


running = numbers()
for _ in range(3):
    print(next(running))  # <-- here
