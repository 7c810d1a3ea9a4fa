"""Renders a film in processes, in order; a thread tells how far it is."""

import dataclasses
import logging
import threading
import time

import multiprocess

from scene import render

log = logging.getLogger("farm")


@dataclasses.dataclass
class Film:
    length: int
    done: int = 0
    weights: dict = dataclasses.field(default_factory=dict)

    def add(self, number, weight):
        self.weights[number] = weight
        self.done += 1


class Ticker(threading.Thread):
    def __init__(self, film):
        super().__init__(name="ticker", daemon=True)
        self.film = film

    def run(self):
        while True:
            time.sleep(20)
            log.info("%d of %d pictures", self.film.done, self.film.length)


def main():
    logging.basicConfig(level=logging.INFO)
    film = Film(length=2000)
    Ticker(film).start()
    with multiprocess.get_context("spawn").Pool(3, maxtasksperchild=20) as pool:
        for number, weight in pool.imap(render, range(film.length)):
            film.add(number, weight)
            print(number, weight, flush=True)


if __name__ == "__main__":
    main()
