"""Render parts of the plane in a thread; the main thread waits for them in order."""

import queue
import threading

from fractal import visits


class Renderer(threading.Thread):
    def __init__(self, parts):
        super().__init__(name="renderer")
        self.parts = parts
        self.done = queue.Queue()

    def run(self):
        for x, y, side in self.parts:
            self.done.put((x, y, visits(x, y, side, 180, 60_000)))
        self.done.put(None)


def main():
    renderer = Renderer([(-0.5 + 0.02 * n, -0.1, 0.2) for n in range(60)])
    renderer.start()
    while (part := renderer.done.get()) is not None:
        print("%.2f %.2f: %d" % part, flush=True)
    renderer.join()


if __name__ == "__main__":
    main()
