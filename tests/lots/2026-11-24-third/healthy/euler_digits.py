"""Digits of e, by a spigot in pure Python, with a thread that tells how far it is."""

import itertools
import threading
import time


class Spigot:
    def __init__(self, places):
        self.places = places
        self.digits = []

    def run(self):
        remainders = [1] * (self.places + 2)
        for _ in range(self.places):
            carry = 0
            for position in range(len(remainders) - 1, 0, -1):
                value = 10 * remainders[position] + carry
                carry, remainders[position] = divmod(value, position + 1)
            self.digits.append(carry)
        return self.digits


def show(spigot):
    for _ in itertools.count():
        time.sleep(4)
        print(len(spigot.digits), "digits", flush=True)


def main():
    spigot = Spigot(100_000)
    threading.Thread(target=show, args=(spigot,), name="display", daemon=True).start()
    print("".join(map(str, spigot.run()))[-20:])


if __name__ == "__main__":
    main()
