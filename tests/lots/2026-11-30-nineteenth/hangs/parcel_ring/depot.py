"""A depot: one thread weighs parcels and puts them on the belt, another one loads the van."""

import threading

from belt import Belt, Refused

WEIGHTS = [4.5, 12.0, 33.0, 7.5, 0.0, 2.5, 31.0, 48.0, 9.0, 16.0, 36.5, 8.0, 3.0, 11.5]


class Scales(threading.Thread):
    def __init__(self, belt, weights):
        super().__init__(name="scales")
        self.belt, self.weights = belt, weights
        self.refused = []

    def run(self):
        for number, kilos in enumerate(self.weights, 1):
            try:
                self.belt.put(number, kilos)
            except Refused as refusal:
                print(refusal, flush=True)
                self.refused.append(number)
        self.belt.put(0, 0.1)


class Van(threading.Thread):
    def __init__(self, belt):
        super().__init__(name="van")
        self.belt = belt
        self.load = 0.0

    def run(self):
        while (parcel := self.belt.take())[0]:
            self.load += parcel[1]


def main():
    belt = Belt()
    for weights in (WEIGHTS[:4], WEIGHTS):
        scales, van = Scales(belt, weights), Van(belt)
        scales.start()
        van.start()
        scales.join()
        van.join()
        print(f"{van.load} kg, {len(scales.refused)} refused", flush=True)


if __name__ == "__main__":
    main()
