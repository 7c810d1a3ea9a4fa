"""The tower of a small airfield: what happens is logged through a socket, as to syslog."""

import logging
import logging.handlers
import os
import socket
import tempfile
import threading

log = logging.getLogger("tower")


class Recorder(threading.Thread):
    """Takes what is logged, once the runway is open."""

    def __init__(self, path, runway_open):
        super().__init__(name="recorder", daemon=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        self.runway_open = runway_open
        self.lines = []

    def run(self):
        self.runway_open.wait()
        while True:
            self.lines.append(self.socket.recv(4096))


class Tower:
    def __init__(self, runway_open):
        self.runway_open = runway_open
        self.planes = []

    def check(self, light):
        log.info("light %d burns", light)
        return True

    def open(self):
        if all([self.check(light) for light in range(600)]):
            self.runway_open.set()
            log.info("the runway is open")

    def land(self, plane):
        self.planes.append(plane)
        log.info("%s has landed", plane)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        runway_open = threading.Event()
        Recorder(path, runway_open).start()
        handler = logging.handlers.SysLogHandler(path, socktype=socket.SOCK_DGRAM)
        logging.basicConfig(level=logging.INFO, handlers=[handler])
        tower = Tower(runway_open)
        print("checking the lights", flush=True)
        tower.open()
        for plane in ("SE-ABC", "SE-XYZ"):
            tower.land(plane)
        print(len(tower.planes), "planes", flush=True)


if __name__ == "__main__":
    main()
