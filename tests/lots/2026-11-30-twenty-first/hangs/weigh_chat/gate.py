"""The gate weighs lorries as they come, and keeps a book."""

import contextlib
import datetime
import socket
import threading
import time

from scale import Bridge


class Gate:
    def __init__(self, address):
        self.address = address
        self.book = []

    @contextlib.contextmanager
    def line(self):
        with socket.create_connection(self.address) as sock, sock.makefile("rb") as answers:

            def ask(*words, body=b""):
                sock.sendall(" ".join(words).encode() + b"\r\n" + body)
                return answers.readline().decode().strip()

            yield ask

    def weigh(self, lorry, *loads):
        with self.line() as ask:
            tare = ask("TARE", lorry)
            for load in loads:
                body = ";".join(load).encode()
                self.book.append((datetime.date.today(), lorry, tare, ask("LOAD", lorry, str(len(body)), body=body)))
                print(self.book[-1][1:], flush=True)


def barrier():
    while True:
        time.sleep(0.6)


def main():
    bridge = Bridge()
    threading.Thread(target=bridge.loop, name="bridge", daemon=True).start()
    threading.Thread(target=barrier, daemon=True).start()
    gate = Gate(bridge.socket.getsockname())
    gate.weigh("B17", ["gravel", "sand"])
    gate.weigh("C4", ["lime"], ["chalk", "clay", "marl"])


if __name__ == "__main__":
    main()
