"""Two marshals wave cars on board, from one queue."""

import queue
import threading


class Marshals:
    def __init__(self, deck, count=2):
        self.deck = deck
        self.cars = queue.Queue()
        self.placed = []
        self.threads = [threading.Thread(target=self._wave, name=f"marshal-{n}", daemon=True) for n in range(count)]
        for thread in self.threads:
            thread.start()

    def _wave(self):
        while True:
            plate, length = self.cars.get()
            try:
                self.placed.append((plate, self.deck.place(plate, length)))
            except StopIteration:
                self.deck.left.append(plate)
            finally:
                self.cars.task_done()

    def board(self, cars):
        for car in cars:
            self.cars.put(car)
        self.cars.join()
        return len(self.placed), len(self.deck.left)
