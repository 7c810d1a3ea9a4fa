import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time

from spool import Message, Sender, Statistics

log = logging.getLogger("service")


def smtp(message):
    time.sleep(0.05)
    if random.random() < 0.02:
        raise ConnectionError("421 try again later")


class Ticker(threading.Thread):
    """Writes the counts every second."""

    def __init__(self, statistics):
        super().__init__(name="ticker", daemon=True)
        self.statistics = statistics

    def run(self):
        while True:
            time.sleep(1)
            log.debug("counts: %s", self.statistics.snapshot())


class Service:
    def __init__(self):
        self.statistics = Statistics()
        self.sender = Sender(smtp, self.statistics)
        self.running = True
        signal.signal(signal.SIGTERM, self.stop)
        signal.signal(signal.SIGINT, self.stop)

    def stop(self, number, frame):
        log.info("got %s, flushing", signal.Signals(number).name)
        self.running = False
        self.sender.flush()  # <-- here
        self.sender.close()

    def run(self):
        self.sender.start()
        Ticker(self.statistics).start()
        while self.running:
            self.sender.post(Message("root@here", "ada@there", "disk is full"))
            time.sleep(0.2)
        log.info("ended: %s", self.statistics.snapshot())


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    # The deployment asks the old release to go as soon as the new one is up.
    subprocess.Popen(
        [sys.executable, "-c", f"import os, time; time.sleep(2); os.kill({os.getpid()}, 15)"]
    )
    Service().run()
