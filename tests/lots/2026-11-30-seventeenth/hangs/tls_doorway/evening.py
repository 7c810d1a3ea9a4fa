"""Guests come in the evening."""

import time
import urllib.request

from doorway import Doorway
from watch import PortWatch


class Guest:
    def __init__(self, name, doorway):
        self.name = name
        self.base = f"https://localhost:{doorway.port}"
        self.context = doorway.client_context()

    def ask(self, method, path):
        request = urllib.request.Request(f"{self.base}/{path}", method=method)
        with urllib.request.urlopen(request, context=self.context) as answer:
            return answer.read().decode()

    def come(self):
        self.ask("POST", self.name)
        return self.ask("GET", "")


def main():
    doorway = Doorway()
    doorway.thread.start()
    print(Guest("ida", doorway).come(), flush=True)
    PortWatch(doorway.port).start()
    time.sleep(1)
    for name in ("karl", "lena"):
        print(Guest(name, doorway).come(), flush=True)


if __name__ == "__main__":
    main()
