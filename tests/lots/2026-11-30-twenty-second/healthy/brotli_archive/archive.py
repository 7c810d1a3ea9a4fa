"""Packs pages as tightly as brotli can, one after the other; a second thread lists them."""

import random
import threading
import time

import brotli

WORDS = [f"{a}{b}{c}" for a in "brdkm" for b in ("ar", "el", "on", "ust") for c in ("ig", "a", "en", "os")]


def page(rng, length):
    return " ".join(rng.choice(WORDS) + str(rng.randrange(9000)) for _ in range(length)).encode()


class Archive:
    def __init__(self):
        self.lock = threading.Lock()
        self.sizes = []

    def add(self, text):
        with self.lock:
            self.sizes.append((len(text), len(brotli.compress(text, quality=11, lgwin=24))))

    def listing(self):
        while True:
            with self.lock:
                raw = sum(before for before, _ in self.sizes)
                packed = sum(after for _, after in self.sizes)
            print(f"{len(self.sizes)} pages, {raw} -> {packed}", flush=True)
            time.sleep(1)


if __name__ == "__main__":
    archive = Archive()
    threading.Thread(target=archive.listing, daemon=True).start()
    rng = random.Random(3)
    for number in range(400):
        archive.add(page(rng, 60_000))
