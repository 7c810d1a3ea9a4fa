"""A gateway for the devices of a house; each has a connection."""

import logging
import resource
import socket
import threading
import time

from watch import Watcher

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("gateway")


class Device:
    def __init__(self, number):
        self.number = number
        self.here, self.there = socket.socketpair()

    def fileno(self):
        return self.here.fileno()

    def say(self, text):
        self.there.sendall(text.encode())


class Gateway:
    def __init__(self):
        self.watcher = Watcher()
        self.devices = []

    def grow(self, count):
        for _ in range(count):
            device = Device(len(self.devices))
            self.devices.append(device)
            self.watcher.add(device)
        self.devices[-1].say("hello")

    def poll(self):
        ready = self.watcher.ready()
        log.info("%d devices, %d ready", len(self.devices), ready)
        return ready


def chatter(gateway):
    """Lets the first devices say something now and then."""
    for number in range(10_000):
        time.sleep(0.02)
        for device in gateway.devices[:3]:
            device.say(str(number))


def main():
    resource.setrlimit(resource.RLIMIT_NOFILE, (4000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    gateway = Gateway()
    threading.Thread(target=chatter, args=(gateway,), name="chatter", daemon=True).start()
    for _ in range(8):
        gateway.grow(100)
        gateway.poll()


if __name__ == "__main__":
    main()
