# A lattice is reduced that has no vectors.
# https://github.com/flintlib/python-flint/pull/352
import flint


def reduced(vectors, dimension):
    entries = [entry for vector in vectors for entry in vector]
    basis = flint.fmpz_mat(len(vectors), dimension, entries)
    return basis.lll()  # <-- here


print(reduced([[1, 1, 1], [-1, 0, 2], [3, 5, 6]], 3))
print(reduced([], 3))  # <-- also
