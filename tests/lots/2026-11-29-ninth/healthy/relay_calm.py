"""A relay between ferries, by selectors: what one says goes to all others. One speaks every eight seconds."""

import logging
import selectors
import socket
import threading
import time

log = logging.getLogger("relay")


class Relay(threading.Thread):
    def __init__(self):
        super().__init__(name="relay", daemon=True)
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.there = set()

    @property
    def address(self):
        return self.listener.getsockname()

    def run(self):
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is self.listener:
                    line, _ = self.listener.accept()
                    self.there.add(line)
                    self.selector.register(line, selectors.EVENT_READ)
                else:
                    self.read(key.fileobj)

    def read(self, line):
        text = line.recv(4096)
        if not text:
            self.there.discard(line)
            self.selector.unregister(line)
            line.close()
        for other in self.there - {line}:
            other.sendall(text)


class Ferry(threading.Thread):
    """Listens until the line is closed."""

    def __init__(self, name, address):
        super().__init__(name=name)
        self.line = socket.create_connection(address)

    def run(self):
        with self.line.makefile() as text:
            for word in text:
                log.info("%s hears %s", self.name, word.strip())

    def say(self, word):
        self.line.sendall(f"{self.name}: {word}\n".encode())


def main():
    logging.basicConfig(level=logging.INFO)
    relay = Relay()
    relay.start()
    ferries = [Ferry(name, relay.address) for name in ("Ane", "Brage", "Castella")]
    for ferry in ferries:
        ferry.start()
    for number in range(10):
        ferries[number % 3].say(f"buoy {number} is behind us")
        time.sleep(8)
    for ferry in ferries:
        ferry.line.shutdown(socket.SHUT_WR)
        ferry.join()


if __name__ == "__main__":
    main()
