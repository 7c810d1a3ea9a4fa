"""Which programs of the oven heat too fast for glass?"""

import numpy as np
from curve import Curve

PROGRAMS = {
    "slow": Curve(np.linspace(20, 520, 40), 5.0),
    "fast": Curve(np.linspace(20, 520, 10), 5.0),
}


class Studio:
    def __init__(self, limit):
        self.limit = limit

    def check(self):
        return {name: curve.is_safe(self.limit) for name, curve in PROGRAMS.items()}


def main():
    for limit in (3.0, 15.0):
        print("limit", limit, Studio(limit).check())


if __name__ == "__main__":
    main()
