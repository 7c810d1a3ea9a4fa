import numpy as np
from numba import njit


@njit
def describe(values, label):
    total = values.sum()
    steps = len(values)
    text = label + ": "
    return text + steps  # fails: numba-operand-types: text + steps


def main():
    samples = np.linspace(0.0, 1.0, 11)
    print(describe(samples, "mean"))


main()
