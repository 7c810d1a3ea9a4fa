"""Keeps the lamps of a lighthouse burning: each is a child, and is lit again when it has burnt down."""

import os
import signal
import sys
import time

SIGNALS = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP}


class Lamp:
    def __init__(self, name, hours):
        self.name = name
        self.hours = hours
        self.pid = None
        self.lit = 0

    def light(self):
        self.pid = os.fork()
        if self.pid == 0:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            for _ in range(self.hours):
                time.sleep(1)
            os._exit(0)
        self.lit += 1


class Keeper:
    def __init__(self, lamps):
        self.lamps = lamps
        self.going = True

    def reap(self):
        while True:
            try:
                pid, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            for lamp in self.lamps:
                if lamp.pid == pid:
                    print(lamp.name, "has burnt down", flush=True)
                    lamp.light()

    def stop(self):
        self.going = False
        for lamp in self.lamps:
            os.kill(lamp.pid, signal.SIGTERM)
        for lamp in self.lamps:
            os.waitpid(lamp.pid, 0)

    def run(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        for lamp in self.lamps:
            lamp.light()
        while self.going:
            got = signal.sigtimedwait(SIGNALS, 25)
            if got is None:
                print("all is well:", {lamp.name: lamp.lit for lamp in self.lamps}, flush=True)
            elif got.si_signo == signal.SIGCHLD:
                self.reap()
            elif got.si_signo != signal.SIGHUP:
                self.stop()


if __name__ == "__main__":
    Keeper([Lamp("main", 70), Lamp("port", 33), Lamp("starboard", 41)]).run()
    sys.exit(0)
