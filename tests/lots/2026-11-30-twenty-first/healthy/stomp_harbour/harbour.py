"""A harbour on stomp.py: a ship each nine seconds; the master waits at a condition."""

import json
import logging
import threading
import time

import stomp
from broker import Broker


class Arrivals(stomp.ConnectionListener):
    def __init__(self):
        self.ships = []
        self.change = threading.Condition()

    def on_message(self, frame):
        with self.change:
            self.ships.append(json.loads(frame.body)["ship"])
            self.change.notify_all()

    def wait(self, count):
        with self.change:
            self.change.wait_for(lambda: len(self.ships) >= count)
            return self.ships[count - 1]


def connect(port):
    connection = stomp.Connection11([("127.0.0.1", port)], heartbeats=(0, 0))
    connection.connect(wait=True)
    return connection


def sea(port):
    connection = connect(port)
    for number in range(30):
        time.sleep(9)
        connection.send("/queue/ships", json.dumps({"ship": f"ship {number}"}))


def main():
    logging.getLogger("stomp.py").setLevel(logging.CRITICAL)
    port = Broker().server_address[1]
    arrivals = Arrivals()
    connection = connect(port)
    connection.set_listener("", arrivals)
    connection.subscribe("/queue/ships", id=1)
    threading.Thread(target=sea, args=(port,), name="sea", daemon=True).start()
    for count in range(1, 31):
        print(arrivals.wait(count), flush=True)


if __name__ == "__main__":
    main()
