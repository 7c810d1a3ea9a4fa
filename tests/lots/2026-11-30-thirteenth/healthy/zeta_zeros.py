"""Zeros of the zeta function with many digits, kept in a table that others may read."""

import threading
import time

import mpmath


class Zeros:
    def __init__(self, digits):
        mpmath.mp.dps = digits
        self.lock = threading.RLock()
        self.table = {}

    def __getitem__(self, number):
        with self.lock:
            if number not in self.table:
                self.table[number] = mpmath.zetazero(number)
            return self.table[number]


def spacing(zeros):
    while True:
        time.sleep(4)
        if zeros.lock.acquire(timeout=1):
            try:
                print(len(zeros.table), "zeros", flush=True)
            finally:
                zeros.lock.release()


def main():
    zeros = Zeros(220)
    threading.Thread(target=spacing, args=(zeros,), daemon=True, name="spacing").start()
    total = mpmath.mpf(0)
    for number in range(40, 4000):
        total += 1 / zeros[number].imag
    print(mpmath.nstr(total, 30))


if __name__ == "__main__":
    main()
