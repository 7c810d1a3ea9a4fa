"""Letters are sorted by some threads, each bag a job of its own."""

import queue
import threading
import time

import tracing

TOWNS = ["York", "Leeds", "Hull", "Ripon", "Selby"]


class Sorter(threading.Thread):
    def __init__(self, name, bags, boxes):
        super().__init__(name=name)
        self.bags = bags
        self.boxes = boxes

    def run(self):
        while (bag := self.bags.get()) is not None:
            with tracing.job("bag", size=len(bag)):
                self.sort(bag)

    def sort(self, bag):
        for letter in bag:
            town = TOWNS[letter % len(TOWNS)]
            with tracing.tracer.start_as_current_span(town):
                self.boxes[town].append(letter)
                time.sleep(0.002)


def main():
    tracing.start()
    bags = queue.Queue()
    boxes = {town: [] for town in TOWNS}
    sorters = [Sorter(name, bags, boxes) for name in ("Ann", "Ben", "Cis")]
    for sorter in sorters:
        sorter.start()
    for number in range(30):
        bags.put(range(number * 20, number * 20 + 20))
    for _ in sorters:
        bags.put(None)
    for sorter in sorters:
        sorter.join()
        print(sorter.name, "went home", flush=True)
    print({town: len(letters) for town, letters in boxes.items()})


if __name__ == "__main__":
    main()
