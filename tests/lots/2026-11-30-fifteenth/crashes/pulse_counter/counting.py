import queue
import random
import sys
import threading

import gauges

CHANNELS = {
    "muon": ("plain", 0.0, 500.0, 50),
    "gamma": ("plain", 0.0, 3000.0, 60),
    "shower": ("log", 0.0, 6.0, 24),
}


class Detector(threading.Thread):
    def __init__(self, events):
        super().__init__(name="detector", daemon=True)
        self.events = events
        self.chance = random.Random(3)

    def run(self):
        for number in range(3000):
            channel = "muon" if number < 500 else self.chance.choice(list(CHANNELS))
            self.events.put((channel, self.chance.lognormvariate(4.0, 1.0)))
        self.events.put(None)


class Counting:
    def __init__(self):
        self.histograms = {name: gauges.make(*how) for name, how in CHANNELS.items()}
        self.events = queue.Queue(200)

    def run(self):
        Detector(self.events).start()
        number = 0
        while (event := self.events.get()) is not None:
            channel, energy = event
            self.histograms[channel].add(energy)
            number += 1
            if number % 250 == 0:
                print(number, "events", flush=True)


def main():
    Counting().run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
