import ctypes
import sys
import threading
import time


class Lamps:
    def __init__(self, path, number):
        self.library = ctypes.CDLL(path)
        self.library.lamp_ticks.restype = ctypes.c_long
        self.number = number

    def __enter__(self):
        if self.library.lamp_start(self.number, 400):
            raise OSError("no timer")
        return self

    def __exit__(self, *details):
        print("ticks", self.library.lamp_ticks())


def boats(stop, seen):
    while not stop.wait(0.1):
        seen.append(time.monotonic())


def main():
    stop, seen = threading.Event(), []
    threading.Thread(target=boats, args=(stop, seen), daemon=True).start()
    with Lamps(sys.argv[1], 24):
        for _ in range(30):
            total = sum(number * number for number in range(200_000))
            time.sleep(0.1)
    stop.set()
    print(total, len(seen))


if __name__ == "__main__":
    main()
