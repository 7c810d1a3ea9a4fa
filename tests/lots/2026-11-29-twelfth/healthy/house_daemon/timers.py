"""Jobs that come again, each by a threading.Timer that starts the next one."""

import logging
import threading
import time

log = logging.getLogger(__name__)


class Repeating:
    def __init__(self, name, seconds, job):
        self.name = name
        self.seconds = seconds
        self.job = job
        self.lock = threading.Lock()
        self.timer = None
        self.turns = 0
        self.stopped = False

    def start(self):
        with self.lock:
            if not self.stopped:
                self.timer = threading.Timer(self.seconds, self.run)
                self.timer.name = self.name
                self.timer.daemon = True
                self.timer.start()

    def run(self):
        begun = time.monotonic()
        try:
            self.job()
        except Exception:
            log.exception("%s failed", self.name)
        self.turns += 1
        log.info("%s: %.1f s", self.name, time.monotonic() - begun)
        self.start()

    def stop(self):
        with self.lock:
            self.stopped = True
            if self.timer:
                self.timer.cancel()
