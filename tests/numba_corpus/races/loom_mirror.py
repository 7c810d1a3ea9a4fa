"""The pattern of a loom is mirrored where it lies."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def mirror(cloth):
    rows = cloth.shape[0]
    for row in prange(rows):
        for column in range(cloth.shape[1]):
            cloth[row, column] = cloth[rows - 1 - row, column]  # fails: data-race: cloth


@njit
def is_symmetric(cloth):
    rows = cloth.shape[0]
    for row in range(rows // 2):
        for column in range(cloth.shape[1]):
            if cloth[row, column] != cloth[rows - 1 - row, column]:
                return False
    return True


def main():
    cloth = np.random.default_rng(26).integers(0, 8, (600, 40))
    mirror(cloth)
    print("symmetric:", is_symmetric(cloth))


if __name__ == "__main__":
    main()
