"""A sluice that opens when its pump, a program of its own, is done."""

import logging
import signal
import subprocess
import sys
import threading
import time

log = logging.getLogger("sluice")


class Gauge:
    """Reads the level now and then."""

    def __init__(self):
        self.levels = []
        threading.Thread(target=self._run, name="gauge", daemon=True).start()

    def _run(self):
        while True:
            time.sleep(0.4)
            self.levels.append(100 + len(self.levels) % 7)


class Pump:
    def __init__(self, seconds):
        self.seconds = seconds
        self.process = None

    def __enter__(self):
        program = f"import time; time.sleep({self.seconds})"
        self.process = subprocess.Popen([sys.executable, "-c", program])
        return self

    def __exit__(self, *_):
        self.process.wait()


class Sluice:
    def __init__(self, gauge):
        self.gauge = gauge
        self.openings = 0

    def open(self):
        self.openings += 1
        log.info("opening %d at level %s", self.openings, self.gauge.levels[-1:])

    def cycle(self):
        with Pump(0.2):
            time.sleep(1)  # ships go in
            signal.sigwait({signal.SIGCHLD})
        self.open()


def main():
    logging.basicConfig(level=logging.INFO)
    sluice = Sluice(Gauge())
    while True:
        sluice.cycle()
