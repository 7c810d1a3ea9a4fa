"""Musicians play bar by bar; each bar begins when all are ready."""

import random
import threading
import time


class Orchestra:
    def __init__(self, names):
        self.bar = 0
        self.begin = threading.Barrier(len(names), action=self.next_bar)
        self.musicians = [threading.Thread(target=self.play, args=(n,), name=n) for n in names]

    def next_bar(self):
        self.bar += 1
        print("bar", self.bar, flush=True)

    def play(self, name):
        chance = random.Random(name)
        while self.bar < 500:
            self.begin.wait()
            time.sleep(6 if name == "tuba" else chance.uniform(0.1, 1))


orchestra = Orchestra(["flute", "viola", "harp", "tuba", "drums"])
for musician in orchestra.musicians:
    musician.start()
for musician in orchestra.musicians:
    musician.join()
