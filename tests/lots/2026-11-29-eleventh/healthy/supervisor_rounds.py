"""Keeps three workers alive: each ends after a while, and is started again."""

import selectors
import subprocess
import sys
import os

WORK = "import sys, time; time.sleep(float(sys.argv[1])); sys.exit(3)"


class Supervisor:
    def __init__(self, naps):
        self.naps = naps
        self.selector = selectors.DefaultSelector()
        self.starts = 0

    def start(self, name):
        process = subprocess.Popen([sys.executable, "-c", WORK, str(self.naps[name])])
        self.selector.register(os.pidfd_open(process.pid), selectors.EVENT_READ, (name, process))
        self.starts += 1

    def run(self, most):
        for name in self.naps:
            self.start(name)
        while self.starts < most:
            for key, _ in self.selector.select():
                name, process = key.data
                self.selector.unregister(key.fileobj)
                os.close(key.fileobj)
                print(name, "ended with", process.wait(), flush=True)
                self.start(name)


Supervisor({"mixer": 9, "oven": 25, "till": 40}).run(most=40)
