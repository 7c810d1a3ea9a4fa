"""The area under the curve of a drug's concentration, for several patients."""

import numpy as np
from numba import njit


@njit
def concentration(times, dose, uptake, loss):
    return dose * uptake / (uptake - loss) * (np.exp(-loss * times) - np.exp(-uptake * times))


@njit
def exposure(times, dose, uptake, loss):
    curve = concentration(times, dose, uptake, loss)
    return np.trapz(curve, times)


def main():
    times = np.linspace(0.0, 24.0, 97)
    print("peak:", concentration(times, 500.0, 1.2, 0.2).max())
    for loss in (0.1, 0.2, 0.3):
        print(loss, exposure(times, 500.0, 1.2, loss))


if __name__ == "__main__":
    main()
