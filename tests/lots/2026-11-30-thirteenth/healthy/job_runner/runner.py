"""Runs jobs as child processes, two at a time; SIGCHLD wakes it."""

import heapq
import os
import select
import signal
import subprocess
import sys
import time


class Runner:
    def __init__(self, limit):
        self.limit = limit
        self.waiting = []
        self.running = {}
        self.wake, write = os.pipe()
        os.set_blocking(write, False)
        os.set_blocking(self.wake, False)
        signal.set_wakeup_fd(write)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._stop)

    def _stop(self, number, frame):
        for process in self.running:
            process.terminate()
        sys.exit(0)

    def add(self, urgency, name, seconds):
        heapq.heappush(self.waiting, (urgency, name, seconds))

    def _start(self):
        while self.waiting and len(self.running) < self.limit:
            _, name, seconds = heapq.heappop(self.waiting)
            process = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({seconds})"])
            self.running[process] = (name, time.monotonic())

    def _reap(self):
        for process in list(self.running):
            if process.poll() is not None:
                name, start = self.running.pop(process)
                print(f"{name}: {time.monotonic() - start:.0f} s, code {process.returncode}", flush=True)

    def run(self):
        while self.waiting or self.running:
            self._start()
            select.select([self.wake], [], [])
            try:
                os.read(self.wake, 4096)
            except BlockingIOError:
                pass
            self._reap()
