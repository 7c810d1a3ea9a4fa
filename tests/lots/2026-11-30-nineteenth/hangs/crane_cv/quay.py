"""Unloads ships one after the other; the office's pool does it."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from crane import Crane

from freight import SHIPS, write_papers


class Gulls(threading.Thread):
    def run(self):
        while True:
            time.sleep(0.7)


class Quay:
    def __init__(self):
        self.crane = Crane()

    def unload(self, ship):
        for load in ship.loads:
            self.crane.lift(load)
        papers = write_papers(ship)
        tons = self.crane.settle()
        print(f"{ship.name}: {papers} papers, {tons} t so far", flush=True)
        return tons


def main():
    Gulls(daemon=True).start()
    quay = Quay()
    with ThreadPoolExecutor(1, thread_name_prefix="quay") as pool:
        for tons in pool.map(quay.unload, SHIPS):
            print(tons, flush=True)


if __name__ == "__main__":
    main()
