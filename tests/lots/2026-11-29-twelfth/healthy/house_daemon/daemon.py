"""Look after a house, until SIGTERM. SIGHUP reads the configuration again; SIGUSR1 prints the state.

    python daemon.py [--config FILE]
"""

import argparse
import configparser
import logging
import os
import signal

from jobs import House
from timers import Repeating

log = logging.getLogger("daemon")
DEFAULTS = {"heat": "20", "disk": "45", "water": "25"}


class Daemon:
    SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGALRM)

    def __init__(self, config):
        self.config = config
        self.house = House()
        self.timers = []

    def read(self):
        parser = configparser.ConfigParser()
        parser.read_dict({"seconds": DEFAULTS})
        if self.config:
            parser.read(self.config)
        return {name: parser.getfloat("seconds", name) for name in DEFAULTS}

    def start(self):
        seconds = self.read()
        jobs = {
            "heat": self.house.heat,
            "disk": self.house.look_at_disk,
            "water": self.house.water,
        }
        self.timers = [Repeating(name, seconds[name], job) for name, job in jobs.items()]
        for timer in self.timers:
            timer.start()

    def stop(self):
        for timer in self.timers:
            timer.stop()

    def run(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, self.SIGNALS)
        signal.alarm(240)
        self.start()
        while True:
            received = signal.sigwaitinfo(self.SIGNALS).si_signo
            log.info("%s", signal.Signals(received).name)
            if received in (signal.SIGTERM, signal.SIGALRM):
                break
            if received == signal.SIGHUP:
                self.stop()
                self.start()
            else:
                print(self.house.state(), flush=True)
        self.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    log.info("process %d", os.getpid())
    Daemon(options.config).run()


if __name__ == "__main__":
    main()
