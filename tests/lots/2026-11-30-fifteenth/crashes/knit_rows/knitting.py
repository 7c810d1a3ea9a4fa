"""How much wool a pattern takes, when it is knitted over so many rows."""

import ctypes
import os
import queue
import sys
import threading

lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "knit.so"))
lib.knit_length.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_long]
lib.knit_length.restype = ctypes.c_long


class Pattern:
    def __init__(self, name, width):
        self.name = name
        self.width = width
        self.stitches = bytes(1 + (i * 5 + i // 7) % 2 for i in range(8 * width))

    def wool(self, rows):
        return lib.knit_length(self.stitches, self.width, rows) * 0.011


class Workshop(threading.Thread):
    def __init__(self):
        super().__init__(name="workshop")
        self.orders = queue.Queue()

    def run(self):
        while (order := self.orders.get()) is not None:
            pattern, rows = order
            print(f"{pattern.name:10} {pattern.wool(rows):8.1f} m", flush=True)


def main():
    workshop = Workshop()
    workshop.start()
    workshop.orders.put((Pattern("scarf", 60), 400))
    workshop.orders.put((Pattern("jumper", 260), 900))
    workshop.orders.put((Pattern("blanket", 900), 60_000))
    workshop.orders.put(None)
    workshop.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
