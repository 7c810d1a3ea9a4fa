"""Runs the kiosk's evening shift on a terminal of its own, and keeps what it says."""

import os
import pathlib
import pty
import select
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent


class Log:
    def __init__(self):
        self.lines = []
        self._rest = b""

    def feed(self, data):
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self.lines.append(line.decode().rstrip())
            print("kiosk:", self.lines[-1], flush=True)


def beat():
    while True:
        time.sleep(0.5)


def main():
    threading.Thread(target=beat, daemon=True).start()
    pid, master = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, str(HERE / "kiosk.py"), *sys.argv[1:]])
    log = Log()
    while True:
        select.select([master], [], [])
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        if not data:
            break
        log.feed(data)
    print("ended with", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


if __name__ == "__main__":
    main()
