from numba import njit


@njit
def bits(n):
    return n.bit_length()  # fails: numba-unknown-attribute: n.bit_length


print(bits(9))
