"""A mill: one thread brings sacks, the main one grinds them."""

import threading
import time

import millstone


def bring(sacks, pause):
    for _ in range(sacks):
        time.sleep(pause)
        millstone.fill(1)


def main():
    miller = threading.Thread(target=bring, args=(3, 0.2), name="farmer")
    miller.start()
    for sack in range(3):
        print("sack", sack, "left:", millstone.grind(), flush=True)
    miller.join()


if __name__ == "__main__":
    main()
