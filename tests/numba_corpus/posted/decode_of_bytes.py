from numba import njit

@njit
def name(raw):
    return raw.decode()  # fails: numba-unknown-attribute: raw.decode

name(b"abc")
