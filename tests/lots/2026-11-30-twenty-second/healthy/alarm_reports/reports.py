"""What a service has done, written down whenever an alarm rings or somebody asks."""

import os
import signal
import threading
import time


class Reports:
    def __init__(self, every):
        self.every = every
        self.asked = threading.Event()
        self.counts = {}
        self.written = 0

    def install(self):
        signal.signal(signal.SIGALRM, self._rung)
        signal.signal(signal.SIGUSR1, self._rung)
        signal.setitimer(signal.ITIMER_REAL, self.every, self.every)

    def remove(self):
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _rung(self, number, frame):
        self.asked.set()

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def writer(self):
        while True:
            self.asked.wait()
            self.asked.clear()
            self.written += 1
            print(f"[{os.getpid()}] report {self.written}: {self.counts}", flush=True)


class Worker(threading.Thread):
    def __init__(self, name, seconds, reports, table):
        super().__init__(name=name, daemon=True)
        self.seconds = seconds
        self.reports = reports
        self.table = table

    def run(self):
        while True:
            with self.table:
                time.sleep(self.seconds)
            self.reports.count(self.name)
            time.sleep(0.01)
