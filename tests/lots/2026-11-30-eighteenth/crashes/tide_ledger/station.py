import math
import signal
import tempfile
import threading
from pathlib import Path

from cfile import CFile


class Gauge:
    def __init__(self, name, phase):
        self.name = name
        self.phase = phase

    def levels(self, number):
        for minute in range(number):
            yield 2.4 + 1.1 * math.sin(minute / 118.7 + self.phase)


class Station:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.stop = threading.Event()
        signal.signal(signal.SIGTERM, lambda *_: self.stop.set())

    def record(self, gauge, minutes, room=None):
        path = self.folder / f"{gauge.name}.log"
        with CFile(path, room) as log:
            for minute, level in enumerate(gauge.levels(minutes)):
                if self.stop.is_set():
                    break
                log.write(f"{minute:06d} {level:6.3f}")
            log.flush()
        return path.stat().st_size


def main():
    with tempfile.TemporaryDirectory() as folder:
        station = Station(folder)
        print("pier", station.record(Gauge("pier", 0.0), 600))
        print("lock", station.record(Gauge("lock", 0.4), 60_000, room=1 << 20))


if __name__ == "__main__":
    main()
