"""Is there a rota with a ward for each nurse? To say no takes long."""

import argparse
import threading
import time

from problem import Rota


class Progress(threading.Thread):
    def __init__(self, rota, every):
        super().__init__(name="progress")
        self.rota = rota
        self.every = every
        self.begun = time.monotonic()
        self.done = threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.done.set()
        self.join()

    def run(self):
        while not self.done.wait(self.every):
            print(f"{time.monotonic() - self.begun:.0f} s, {len(self.rota.found)} rotas", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nurses", type=int, default=13)
    options = parser.parse_args()
    rota = Rota(options.nurses)
    with Progress(rota, 25):
        print(rota.solve())


if __name__ == "__main__":
    main()
