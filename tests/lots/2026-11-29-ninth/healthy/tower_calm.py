"""The tower of an airfield logs through a socket, as to syslog; the recorder's pen is slow."""

import logging
import logging.handlers
import os
import random
import socket
import tempfile
import threading
import time

log = logging.getLogger("tower")


class Recorder(threading.Thread):
    def __init__(self, path):
        super().__init__(name="recorder", daemon=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        self.lines = 0

    def run(self):
        while True:
            self.socket.recv(4096)
            self.lines += 1
            time.sleep(0.9)


class Tower:
    def __init__(self, seed=2):
        self.chance = random.Random(seed)
        self.planes = 0

    def land(self):
        self.planes += 1
        for step in ("is seen", "is on the glide path", "has landed", "is at the gate"):
            log.info("SE-%03d %s", self.chance.randrange(1000), step)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        recorder = Recorder(path)
        recorder.start()
        handler = logging.handlers.SysLogHandler(path, socktype=socket.SOCK_DGRAM)
        logging.basicConfig(level=logging.INFO, handlers=[handler])
        tower = Tower()
        for _ in range(60):
            tower.land()
            print(tower.planes, "planes,", recorder.lines, "lines", flush=True)


if __name__ == "__main__":
    main()
