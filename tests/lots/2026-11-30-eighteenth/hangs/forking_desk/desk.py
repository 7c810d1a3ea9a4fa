"""The price desk: each question is answered by a process of its own."""

import signal
import socketserver
import sys
import threading

from customers import Customer
from prices import Prices

PRICES = Prices()


class Question(socketserver.StreamRequestHandler):
    def handle(self):
        kind = self.rfile.readline().strip().decode()
        if kind == "hours":
            self.wfile.write(b"8 to 17\n")
        else:
            self.wfile.write(f"{PRICES.of(kind)}\n".encode())


class Desk(socketserver.ForkingTCPServer):
    allow_reuse_address = True
    max_children = 8


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    PRICES.start()
    PRICES.ready()
    with Desk(("127.0.0.1", 0), Question) as desk:
        threading.Thread(target=desk.serve_forever, name="desk", daemon=True).start()
        port = desk.server_address[1]
        Customer("ruth", port, ["hours"]).visit()
        Customer("saul", port, ["tea", "salt", "silk"] * 4).visit()
        desk.shutdown()


if __name__ == "__main__":
    main()
