# insert() gives up the reference to the element that it moves: the array is freed while the list
# still holds it.
# https://github.com/numba/numba/issues/7553
import numba
import numpy as np


@numba.njit
def stack(count):
    layers = [np.ones(3)]
    for number in range(count):
        layers.insert(0, np.full(3, 0.5 * number))
    return layers


for _ in range(200):
    print(len(stack(50)))  # <-- here
