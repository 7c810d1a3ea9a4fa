"""Children that can be stopped for a while, and go on where they were."""

import os
import signal
import subprocess
import sys

WORK = """
import sys, time
name, parts = sys.argv[1], int(sys.argv[2])
for part in range(parts):
    until = time.process_time() + 0.4
    while time.process_time() < until:
        sum(range(2000))
    time.sleep(1.2)
    print(name, part, flush=True)
"""


class Child:
    def __init__(self, name, parts):
        self.name = name
        self.process = subprocess.Popen([sys.executable, "-c", WORK, name, str(parts)])
        self.stopped = False

    def stop(self):
        if self.alive:
            os.kill(self.process.pid, signal.SIGSTOP)
            self.stopped = True

    def go_on(self):
        if self.alive:
            os.kill(self.process.pid, signal.SIGCONT)
        self.stopped = False

    @property
    def alive(self):
        return self.process.poll() is None
