"""Render a film: each frame waits for its passes, which another pool works on."""

import concurrent.futures
import dataclasses
import logging
import threading
import time

from passes import Passes

log = logging.getLogger("film")


@dataclasses.dataclass
class Frame:
    number: int
    parts: dict

    def __str__(self):
        return f"frame {self.number}: " + ", ".join(f"{k} {v}" for k, v in self.parts.items())


class Journal:
    """Tells at times how far the film is, and how long it may take."""

    def __init__(self, film, every=15):
        self.film = film
        self.every = every
        self.start = time.monotonic()
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, name="journal", daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()

    def run(self):
        while not self.stopped.wait(self.every):
            if self.film.done:
                each = (time.monotonic() - self.start) / self.film.done
                log.info("%d frames, %.1f s each", self.film.done, each)


class Film:
    def __init__(self, frames, ahead=4):
        self.frames = iter(range(frames))
        self.passes = Passes()
        self.pool = concurrent.futures.ThreadPoolExecutor(ahead, thread_name_prefix="frame")
        self.ahead = ahead
        self.done = 0

    def render(self, number):
        parts = {}
        for future in self.passes.all(number):
            name, value = future.result()
            parts[name] = value
        return Frame(number, parts)

    def fill(self, running):
        while len(running) < self.ahead:
            number = next(self.frames, None)
            if number is None:
                return
            running.add(self.pool.submit(self.render, number))

    def run(self):
        running = set()
        self.fill(running)
        while running:
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                log.info("%s", future.result())
                self.done += 1
            self.fill(running)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    film = Film(frames=24)
    with Journal(film):
        film.run()
