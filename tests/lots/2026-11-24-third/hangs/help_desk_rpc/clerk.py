"""A clerk who keeps a list of what is open, and hears of new tickets by a callback."""

import threading
import time

import rpyc

from desk import start_desk
import figures


class Clerk:
    def __init__(self, port):
        self._guard = threading.Lock()
        self.open = {}
        self._connection = rpyc.connect(
            "127.0.0.1", port, config={"sync_request_timeout": None, "allow_public_attrs": True}
        )
        self._listener = rpyc.BgServingThread(self._connection)
        self._connection.root.watch(self.on_ticket)

    def on_ticket(self, number, title):
        with self._guard:
            self.open[number] = title

    @figures.counted
    def report(self, title):
        with self._guard:
            number = self._connection.root.open(title)
            self.open[number] = title
        return number


def overview(clerk):
    while True:
        time.sleep(1)
        print(len(clerk.open), "open", flush=True)


def main():
    clerk = Clerk(start_desk())
    threading.Thread(target=overview, args=(clerk,), name="overview", daemon=True).start()
    time.sleep(1)
    for title in ("printer is empty", "no coffee", "door sticks"):
        print("opened", clerk.report(title), flush=True)


if __name__ == "__main__":
    with figures.running():
        main()
