"""Check bytes of telegrams from meters, as their manual computes them."""

import numpy as np
from numba import njit


@njit
def payload_sum(frame):
    total = 0
    for byte in frame:
        total += byte
    return total


@njit
def check_byte(frame, polynomial):
    register = np.uint8(0)
    for byte in frame:
        register ^= byte
        for _ in range(8):
            if register & np.uint8(0x80):
                register = (register << np.uint8(1)) ^ polynomial
            else:
                register = register << np.uint8(1)
    return register


class Telegram:
    def __init__(self, meter, reading):
        self.meter = meter
        body = f"{meter:04d}{reading:08d}".encode()
        self.frame = np.frombuffer(body, dtype=np.uint8)

    def check(self):
        return check_byte(self.frame, np.uint8(0x07))

    def sum(self):
        return payload_sum(self.frame)


def main():
    rng = np.random.default_rng(3)
    for meter in (17, 18, 230):
        telegram = Telegram(meter, int(rng.integers(0, 10**8)))
        print(meter, telegram.sum(), telegram.check())


main()
