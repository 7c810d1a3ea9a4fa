"""Start the warehouse and add up what it has."""

import os
import subprocess
import sys
import time

import Pyro5.api
import signals

HERE = os.path.dirname(os.path.abspath(__file__))


class Warehouse:
    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "warehouse.py")], stdout=subprocess.PIPE, text=True
        )
        self.uri = self.process.stdout.readline().strip()
        return Pyro5.api.Proxy(self.uri)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def main():
    with Warehouse() as stock:
        for article in ("rope", "lamp"):
            print(article, stock.pieces(article), flush=True)
        time.sleep(1)
        total = sum(stock.value(article) for article in ("rope", "lamp", "oar"))
        print("total", total)


if __name__ == "__main__":
    with signals.Handlers():
        signals.quiet_pipes()
        main()
