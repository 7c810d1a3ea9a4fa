"""Vases of a kiln: what is too heavy is taken off the list of a firing."""

from numba import njit, types

vases_type = types.ListType(types.float64)


@njit(types.int64(vases_type, types.float64))
def take_off(weights, most):
    total = 0.0
    for weight in weights:
        total += weight
    taken = 0
    while total > most:
        total -= weights.pop()
        taken += 1
    return taken


class Kiln:
    def __init__(self, most):
        self.most = most
        self.shelf = []

    def put(self, *weights):
        self.shelf.extend(float(weight) for weight in weights)
        self.shelf.sort()

    def fire(self):
        taken = take_off(self.shelf, self.most)
        return taken, len(self.shelf)


kiln = Kiln(30.0)
kiln.put(3, 7.5, 4.2, 9, 2.2)
kiln.put(8.1, 5)
print(kiln.fire())
