import queue
import random

import gevent


class Belt:
    """Parcels on their way from the ramps to the lorries."""

    def __init__(self, length):
        self.parcels = queue.Queue(length)
        self.put_on = 0
        self.taken = 0

    def put(self, parcel):
        self.parcels.put(parcel)
        self.put_on += 1

    def take(self):
        parcel = self.parcels.get()
        self.taken += 1
        return parcel


class Ramp(gevent.Greenlet):
    def __init__(self, name, belt, number):
        super().__init__()
        self.name = name
        self.belt = belt
        self.number = number
        self.random = random.Random(name)

    def _run(self):
        for number in range(self.number):
            gevent.sleep(0.02)
            self.belt.put({"from": self.name, "number": number, "kg": self.random.randrange(1, 30)})


class Lorry(gevent.Greenlet):
    def __init__(self, belt, number):
        super().__init__()
        self.belt = belt
        self.number = number
        self.kg = 0

    def _run(self):
        for _ in range(self.number):
            self.kg += self.belt.take()["kg"]
            gevent.sleep(0.01)
        return self.kg
