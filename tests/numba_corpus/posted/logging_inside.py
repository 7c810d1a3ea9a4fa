import logging
from numba import njit

@njit
def solve(x):
    while x > 1:
        x = x / 2
        logging.info("at %f", x)  # fails: numba-unknown-attribute: logging.info
    return x

solve(8.0)
