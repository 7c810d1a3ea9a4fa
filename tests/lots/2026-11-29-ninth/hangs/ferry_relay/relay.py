"""A relay between ferries: what one says goes to all others, until all have said goodbye."""

import logging
import selectors
import socket
import threading

log = logging.getLogger("relay")


class Relay(threading.Thread):
    def __init__(self):
        super().__init__(name="relay")
        self.selector = selectors.DefaultSelector()
        self.there = {}

    def join_in(self, name):
        """A new ferry; gives its end of the line."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self.there[name] = ours
        self.selector.register(ours, selectors.EVENT_READ, name)
        return theirs

    def run(self):
        while self.there:
            for key, _ in self.selector.select():
                self.read(key.data, key.fileobj)

    def read(self, name, line):
        text = line.recv(4096).decode()
        for word in text.splitlines():
            if word == "goodbye":
                self.leave(name)
            else:
                self.pass_on(name, word)

    def pass_on(self, source, word):
        for name, line in self.there.items():
            if name != source:
                line.sendall(f"{source}: {word}\n".encode())

    def leave(self, name):
        line = self.there.pop(name)
        self.selector.unregister(line)
        line.close()
        log.info("%s has left", name)


def main():
    logging.basicConfig(level=logging.INFO)
    relay = Relay()
    ferries = {name: relay.join_in(name) for name in ("Ane", "Brage", "Castella")}
    relay.start()
    ferries["Ane"].sendall(b"fog at the lighthouse\n")
    for name in ("Brage", "Castella"):
        print(name, "hears", ferries[name].recv(100).decode().strip(), flush=True)
    ferries["Brage"].sendall(b"goodbye\n")
    ferries["Castella"].close()
    ferries["Ane"].sendall(b"goodbye\n")
    relay.join()
    print("nobody is left", flush=True)


if __name__ == "__main__":
    main()
