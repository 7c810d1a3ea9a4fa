from numba import njit, objmode

DEPTHS = {1: 3.5, 2: 4.0}

def depth_of(number):
    return DEPTHS.get(number)

@njit
def needed(number):
    with objmode(depth="float64"):  # fails: numba-signature-mismatch
        depth = depth_of(number)
    return depth + 0.5

print(needed(1), needed(3))
