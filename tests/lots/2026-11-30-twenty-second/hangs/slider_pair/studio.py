import threading
import time
from contextlib import contextmanager

from panel import Session, Window

SESSIONS = {
    "voice": [("low", 32), ("high", 78), ("low", 40)],
    "bass": [("high", 60), ("low", 8), ("low", 12)],
    "drums": [("high", 120), ("low", 101), ("low", 24), ("high", 31)],
}


class Meter(threading.Thread):
    """The level on the wall; it goes on whatever the sliders do."""

    def __init__(self):
        super().__init__(daemon=True, name="meter")
        self.level = 0.0
        self.off = threading.Event()

    def run(self):
        while not self.off.wait(0.25):
            self.level = 0.9 * self.level + 0.1 * (time.monotonic() % 1)


@contextmanager
def metering():
    meter = Meter()
    meter.start()
    try:
        yield meter
    finally:
        meter.off.set()
        meter.join()


class Replayer:
    def __init__(self):
        self.done = threading.Condition()
        self.results = {}

    def _replay(self, name, moves):
        window = Window(low=20, high=96, gap=11)
        shown = Session(window).replay(moves)
        with self.done:
            self.results[name] = shown
            self.done.notify_all()

    def all(self):
        for name, moves in SESSIONS.items():
            threading.Thread(target=self._replay, args=(name, moves), name=name).start()
        with self.done:
            self.done.wait_for(lambda: len(self.results) == len(SESSIONS))
        return self.results


if __name__ == "__main__":
    with metering():
        for name, shown in Replayer().all().items():
            print(name, shown)
