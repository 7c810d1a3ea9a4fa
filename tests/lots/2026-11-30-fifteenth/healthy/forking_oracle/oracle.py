import math
import os
import socketserver
import time


class Oracle(socketserver.StreamRequestHandler):
    """Answers in a child of its own, and thinks for long."""

    def handle(self):
        for line in self.rfile:
            number = int(line)
            until = time.monotonic() + 8
            while time.monotonic() < until:
                time.sleep(0.25)
            self.wfile.write(f"{os.getpid()} {math.isqrt(number)}\n".encode())


class Server(socketserver.ForkingTCPServer):
    allow_reuse_address = True
    max_children = 6
    block_on_close = False
