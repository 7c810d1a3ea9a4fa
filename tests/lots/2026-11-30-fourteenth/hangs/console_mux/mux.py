"""Runs consoles, each at a terminal of its own, and writes down what they show.

    python mux.py
"""

import os
import pty
import selectors
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Console:
    def __init__(self, name, *command):
        self.name = name
        self.lines = []
        self._rest = b""
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execv(command[0], command)

    def type(self, text):
        os.write(self.fd, text.encode() + b"\n")

    def read(self):
        try:
            data = os.read(self.fd, 4096)
        except OSError:
            data = b""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            print(f"{self.name}: {line.decode().strip()}", flush=True)
        return bool(data)


def main():
    selector = selectors.DefaultSelector()
    for name, user in (("one", "ann"), ("two", "bob")):
        console = Console(name, sys.executable, os.path.join(HERE, "shell.py"), user)
        console.type("note" if user == "ann" else "time")
        console.type("bread and milk")
        console.type("exit")
        selector.register(console.fd, selectors.EVENT_READ, console)
    while selector.get_map():
        for key, _ in selector.select():
            if not key.data.read():
                selector.unregister(key.fd)
                os.waitpid(key.data.pid, 0)
    print("all consoles are closed")


if __name__ == "__main__":
    main()
