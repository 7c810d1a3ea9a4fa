import logging
import os
import signal
import subprocess
import sys
import threading
import time

from jobs import Jobs

log = logging.getLogger("service")


class Service:
    def __init__(self):
        self.jobs = Jobs()
        self.stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)

    def stop(self, number, frame):
        log.info("got %s", signal.Signals(number).name)
        self.stopping.set()

    def accept(self):
        for _ in range(200):
            self.jobs.add(lambda: time.sleep(0.7))

    def run(self):
        self.jobs.start()
        self.accept()
        self.stopping.wait()
        log.info("draining")
        self.jobs.drain()
        log.info("ended after %d jobs", self.jobs.done)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    subprocess.Popen(
        [sys.executable, "-c", f"import os, time; time.sleep(2); os.kill({os.getpid()}, 15)"]
    )
    Service().run()
