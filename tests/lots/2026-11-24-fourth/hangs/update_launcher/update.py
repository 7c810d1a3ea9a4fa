"""Brings a machine up to date: one version after the other."""

import logging
import os
import subprocess
import sys
import threading
import tempfile
import time

from history import History

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
log = logging.getLogger("update")
INSTALL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "install.py")


class Step:
    def __init__(self, version):
        self.version = version
        self.output = ""

    def run(self):
        log.info("installing %s", self.version)
        result = subprocess.run(
            [sys.executable, INSTALL, self.version],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=True,
        )
        self.output = result.stdout
        return self.output.splitlines()[-1]


class Update:
    def __init__(self, versions, history):
        self.history = history
        self.steps = [Step(version) for version in versions]
        self.started = time.monotonic()

    def run(self):
        with self.history.entry(len(self.steps)):
            return [step.run() for step in self.steps]

    def report(self):
        while True:
            time.sleep(3)
            log.info("%.0f s so far", time.monotonic() - self.started)


def main(folder):
    update = Update(["2.1", "2.2", "3.0"], History(os.path.join(folder, "history.jsonl")))
    threading.Thread(target=update.report, name="report", daemon=True).start()
    log.info("%s", update.run())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
