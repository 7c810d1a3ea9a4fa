# healthy: python=3.8-3.15 computes=yes
import itertools
import time


class Stop:
    def __init__(self, name):
        self.name, self.next, self.calls = name, None, 0


def ring(names):
    stops = [Stop(name) for name in names]
    for one, following in zip(stops, stops[1:] + stops[:1]):
        one.next = following
    return stops[0]


def ride(stop):
    while stop is not None:
        yield stop
        stop = stop.next


def until(first, seconds):
    end = time.monotonic() + seconds
    for stop in ride(first):
        stop.calls += 1
        if time.monotonic() > end:
            return stop.calls


def counted(first, number):
    for stop in ride(first):
        number -= 1
        if not number:
            return stop.name


print("READY", flush=True)
line = ring(["harbour", "church", "school"])
while True:
    until(line, 1)
    counted(line, 4_000_000)
    sum(stop.calls for stop in itertools.islice(ride(line), 3_000_000))
