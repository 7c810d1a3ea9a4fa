"""Keeps jobs alive: starts each anew when it has ended, with a pause if it failed."""

import contextlib
import dataclasses
import logging
import os
import signal
import subprocess
import sys
import time

log = logging.getLogger("keeper")
JOB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "job.py")


@dataclasses.dataclass
class Job:
    name: str
    seconds: float
    process: subprocess.Popen = None
    starts: int = 0

    def start(self):
        command = [sys.executable, JOB, self.name, str(self.seconds)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self.starts += 1


class Keeper:
    def __init__(self, jobs):
        self.jobs = jobs
        self.going = True
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, number, frame):
        self.going = False
        for job in self.jobs:
            with contextlib.suppress(ProcessLookupError):
                job.process.terminate()

    def by_pid(self, pid):
        return next(job for job in self.jobs if job.process.pid == pid)

    def run(self):
        for job in self.jobs:
            job.start()
        while self.going:
            pid, status = os.waitpid(-1, 0)
            job = self.by_pid(pid)
            job.process.returncode = os.waitstatus_to_exitcode(status)
            log.info("%s ended with %d", job.name, job.process.returncode)
            if self.going:
                if job.process.returncode:
                    time.sleep(2)
                job.start()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    Keeper([Job("mail", 25), Job("index", 14), Job("flaky", 9)]).run()
