"""Lamps of a house: each room has a relay, and this one mirrors what its neighbour knows."""

import http.client
import json
import threading
import time

from pages import serve
from state import State


class Mirror:
    """Copies the state of a neighbour into our own, as one change."""

    def __init__(self, state, neighbour):
        self.state = state
        self.host, self.port = neighbour
        self.rounds = 0

    def fetch(self):
        connection = http.client.HTTPConnection(self.host, self.port)
        connection.request("GET", "/")
        answer = connection.getresponse()
        try:
            return json.loads(answer.read())
        finally:
            connection.close()

    def copy(self):
        with self.state.guard:
            theirs = self.fetch()
            self.state.lamps.update(theirs["lamps"])
            self.state.changes = max(self.state.changes, theirs["changes"])
        self.rounds += 1


def dim(state):
    for percent in range(100, 0, -10):
        state.set("yard", percent)
        time.sleep(0.05)


def main():
    state = State()
    address = serve(state)
    print("pages at port", address[1], flush=True)
    evening = threading.Thread(target=dim, args=(state,), name="evening")
    evening.start()
    evening.join()
    # the neighbour's relay is not mounted yet, so the list of relays has this one twice
    mirror = Mirror(state, address)
    for _ in range(3):
        mirror.copy()
        time.sleep(0.5)
    print("mirrored", mirror.rounds, "times")


if __name__ == "__main__":
    main()
