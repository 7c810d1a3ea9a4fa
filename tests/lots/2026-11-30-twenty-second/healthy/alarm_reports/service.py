import signal
import sys
import threading
from contextlib import contextmanager

from reports import Reports, Worker


class Stop(Exception):
    pass


def stop(number, frame):
    raise Stop(signal.Signals(number).name)


@contextmanager
def handlers(reports):
    old = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    reports.install()
    try:
        yield
    except Stop as reason:
        print("stopped by", reason, flush=True)
    finally:
        reports.remove()
        for number, handler in old.items():
            signal.signal(number, handler)


class Service:
    def __init__(self):
        self.reports = Reports(every=9)
        self.table = threading.Lock()
        self.workers = [
            Worker(name, seconds, self.reports, self.table)
            for name, seconds in (("saw", 6), ("plane", 4), ("glue", 8))
        ]

    def run(self):
        threading.Thread(target=self.reports.writer, daemon=True, name="writer").start()
        for worker in self.workers:
            worker.start()
        with handlers(self.reports):
            while True:
                signal.pause()
        return 0


if __name__ == "__main__":
    sys.exit(Service().run())
