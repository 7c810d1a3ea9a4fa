"""Bills of a month, and what the next 100 kilometres would cost each lorry."""

import numpy as np
from numba import njit
from rules import chosen


@njit
def bill(tons, kilometres):
    price, rule = chosen(tons, kilometres)
    return price, rule(100.0)


def main():
    rng = np.random.default_rng(9)
    for lorry in range(5):
        tons, kilometres = rng.uniform(3, 40), rng.uniform(50, 4000)
        price, further = bill(tons, kilometres)
        print(f"lorry {lorry}: {tons:.1f} t, {price:.2f}, next 100 km {further:.2f}")


if __name__ == "__main__":
    main()
