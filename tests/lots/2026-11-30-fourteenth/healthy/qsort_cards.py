"""Sort very many cards by C's qsort, with a comparison in Python."""

import ctypes
import random

libc = ctypes.CDLL(None)
Compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_uint64))


class Order:
    """By suit, and within a suit by the digits turned round."""

    def __init__(self):
        self.asked = 0

    def key(self, card):
        return card % 4, str(card)[::-1]

    def __call__(self, a, b):
        self.asked += 1
        if self.asked % 2_000_000 == 0:
            print(self.asked, "comparisons", flush=True)
        left, right = self.key(a[0]), self.key(b[0])
        return (left > right) - (left < right)


def main():
    chance = random.Random(3)
    number = 6_000_000
    cards = (ctypes.c_uint64 * number)(*(chance.getrandbits(40) for _ in range(number)))
    order = Order()
    compare = Compare(order)
    print("sorting", flush=True)
    libc.qsort(cards, ctypes.c_size_t(number), ctypes.c_size_t(8), compare)
    print(order.asked)


if __name__ == "__main__":
    main()
