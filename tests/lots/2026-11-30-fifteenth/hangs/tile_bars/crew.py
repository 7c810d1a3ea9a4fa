import multiprocessing
import threading
import time

import tiles

context = multiprocessing.get_context("fork")


class Crew:
    """One process a tile, few at a time; those that take too long are ended."""

    def __init__(self, size, limit):
        self.size = size
        self.limit = limit
        self.done = context.SimpleQueue()
        self.running = {}
        self.given_up = []

    def _start(self, tile):
        process = context.Process(target=tiles.render, args=(tile, self.done), name=f"tile-{tile}")
        process.start()
        timer = threading.Timer(self.limit, self._end, (process,))
        timer.daemon = True
        timer.start()
        self.running[tile] = (process, timer)

    def _end(self, process):
        process.terminate()

    def _ended_ones(self):
        for tile, (process, timer) in list(self.running.items()):
            if process.exitcode is not None and process.exitcode < 0:
                del self.running[tile]
                self.given_up.append(tile)
                yield tile, None

    def results(self, wanted):
        waiting = list(wanted)
        while waiting or self.running:
            while waiting and len(self.running) < self.size:
                self._start(waiting.pop(0))
            while not self.done.empty():
                tile, value = self.done.get()
                process, timer = self.running.pop(tile)
                timer.cancel()
                process.join()
                yield tile, value
            yield from self._ended_ones()
            time.sleep(0.05)
