"""Listen for the names of printers in the house (zeroconf, on this machine's loopback alone)."""

import threading

from zeroconf import ServiceBrowser, Zeroconf


class Listener:
    def __init__(self):
        self.names = set()
        self.changed = threading.Condition()

    def add_service(self, zeroconf, kind, name):
        with self.changed:
            self.names.add(name)
            self.changed.notify_all()

    def remove_service(self, zeroconf, kind, name):
        with self.changed:
            self.names.discard(name)
            self.changed.notify_all()

    update_service = add_service


def main():
    zeroconf = Zeroconf(interfaces=["127.0.0.1"])
    listener = Listener()
    ServiceBrowser(zeroconf, "_printer._tcp.local.", listener)
    with listener.changed:
        while len(listener.names) < 2:
            listener.changed.wait()
    print(listener.names)


main()
