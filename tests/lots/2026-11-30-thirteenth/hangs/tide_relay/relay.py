"""Answers questions about the tide, one connection at a time, until it is told to end."""

import math
import signal
import socket
import sys

import protocol


class Relay:
    def __init__(self, port):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.stopping = False
        self.answered = 0
        signal.signal(signal.SIGTERM, self.stop)
        signal.signal(signal.SIGINT, self.stop)

    def stop(self, number, frame):
        print(f"relay: {signal.Signals(number).name}, {self.answered} answered", flush=True)
        self.stopping = True

    def level(self, harbour, hour):
        phase = len(harbour) / 3
        return round(2.1 + 1.7 * math.sin(2 * math.pi * hour / 12.4 + phase), 2)

    def serve(self):
        while not self.stopping:
            connection, _ = self.listener.accept()
            with connection, connection.makefile("rw") as file:
                while (question := protocol.receive(file)) is not None:
                    protocol.send(file, level=self.level(**question))
                    self.answered += 1

    def close(self):
        self.listener.close()


def main():
    relay = Relay(int(sys.argv[1]))
    print("relay: ready", flush=True)
    try:
        relay.serve()
    finally:
        relay.close()


if __name__ == "__main__":
    main()
