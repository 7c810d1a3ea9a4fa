"""Looks for a prime of a given length, and tells every second that it still does."""

import secrets
import threading
import time

import gmpy2


class Ceremony:
    def __init__(self, bits):
        self.bits = bits
        self.beats = 0

    def beat(self):
        while True:
            time.sleep(1)
            self.beats += 1
            print("still searching", flush=True)

    def prime(self):
        start = gmpy2.mpz(secrets.randbits(self.bits) | 1 << (self.bits - 1))
        return gmpy2.next_prime(start)


def main():
    for bits in (512, 150_000):
        ceremony = Ceremony(bits)
        threading.Thread(target=ceremony.beat, name="beat", daemon=True).start()
        prime = ceremony.prime()
        print(bits, "bits:", str(prime)[:12], flush=True)


if __name__ == "__main__":
    main()
