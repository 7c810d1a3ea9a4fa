"""Doors of a cinema report how many have come in, each over a line of its own."""

import fcntl
import logging
import os
import socket
import threading
import time

log = logging.getLogger("doors")


class Line:
    """A line to a door; what comes in is told of by the kernel, so that nobody has to wait for it."""

    def __init__(self, name):
        self.name = name
        self.ours, self.theirs = socket.socketpair()
        fcntl.fcntl(self.ours, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(self.ours, fcntl.F_GETFL)
        fcntl.fcntl(self.ours, fcntl.F_SETFL, flags | os.O_NONBLOCK | os.O_ASYNC)

    def read(self):
        try:
            return len(self.ours.recv(4096))
        except BlockingIOError:
            return 0


class Door(threading.Thread):
    """Sends a byte for each visitor."""

    def __init__(self, line, visitors):
        super().__init__(name=f"door {line.name}", daemon=True)
        self.line = line
        self.visitors = visitors

    def run(self):
        time.sleep(1)
        for _ in range(self.visitors):
            self.line.theirs.send(b"+")
            time.sleep(0.05)


def main():
    logging.basicConfig(level=logging.INFO)
    lines = [Line("north"), Line("south")]
    for line in lines:
        Door(line, 30).start()
    inside = 0
    for second in range(4):
        inside += sum(line.read() for line in lines)
        log.info("after %d s: %d inside", second, inside)
        time.sleep(1)
    print(inside, "visitors", flush=True)


if __name__ == "__main__":
    main()
