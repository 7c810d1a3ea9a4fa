"""Scales at a belt, in a thread; the main thread looks into the book."""

import random
import threading
import time

import display
import weights


class Scales(threading.Thread):
    def __init__(self, flow, count):
        super().__init__(name="scales")
        self.flow = flow
        self.count = count
        self.random = random.Random(3)

    def weigh(self):
        return self.random.randrange(100, 9000)

    def run(self):
        for _ in range(self.count):
            self.flow.put(self.weigh())
            time.sleep(0.02)


def main():
    book = weights.Book()
    screen = display.Display()
    screen.start()
    scales = Scales(weights.Flow(book, screen), 30)
    scales.start()
    scales.join()
    print(f"{book.close():.1f} kg", flush=True)


if __name__ == "__main__":
    main()
