"""Follows a walk: a timer's signal takes the place many times a second, the main part sums up."""

import math
import queue
import signal
import time


class Receiver:
    def __init__(self):
        self.started = time.monotonic()

    def place(self):
        seconds = time.monotonic() - self.started
        return math.cos(seconds / 60) * 400, math.sin(seconds / 60) * 400


class Track:
    def __init__(self, receiver):
        self.receiver = receiver
        self.places = queue.Queue()
        self.metres = 0.0
        self.last = None

    def start(self):
        signal.signal(signal.SIGALRM, self.take)
        self.again()

    def again(self):
        signal.setitimer(signal.ITIMER_REAL, 0.01)

    def take(self, *_):
        self.places.put(self.receiver.place())
        self.again()

    def sum_up(self):
        """All places that have come since the last time."""
        while not self.places.empty():
            place = self.places.get()
            if self.last:
                self.metres += math.dist(self.last, place)
            self.last = place


def main():
    track = Track(Receiver())
    track.start()
    for minute in range(1, 6):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            track.sum_up()
        print("minute", minute, f"{track.metres:.0f} m", flush=True)
    signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()
