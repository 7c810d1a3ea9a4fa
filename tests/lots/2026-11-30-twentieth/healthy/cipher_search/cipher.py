"""Looks for a key of XTEA by trying all of them, under a lock that a second thread wants each second."""
import itertools
import threading
import time

LOCK = threading.Lock()
STATE = {"tried": 0}


def encipher(v0, v1, key, rounds=32):
    total, delta, mask = 0, 0x9E3779B9, 0xFFFFFFFF
    for _ in range(rounds):
        v0 = v0 + ((((v1 << 4) ^ (v1 >> 5)) + v1) ^ (total + key[total & 3])) & mask
        total = total + delta & mask
        v1 = v1 + ((((v0 << 4) ^ (v0 >> 5)) + v0) ^ (total + key[(total >> 11) & 3])) & mask
    return v0, v1


def search(wanted):
    for first in itertools.count():
        with LOCK:
            for second in range(40_000):
                STATE["tried"] += 1
                if encipher(1, 2, (first, second, 3, 4)) == wanted:
                    return first, second


def look():
    while True:
        with LOCK:
            print(STATE, flush=True)
        time.sleep(1)


if __name__ == "__main__":
    threading.Thread(target=look, daemon=True).start()
    print(search(encipher(1, 2, (900, 39_000, 3, 4))))
