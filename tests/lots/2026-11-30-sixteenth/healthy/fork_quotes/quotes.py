"""Offers for printed books: each question is worked out by a process of its own."""

import fcntl
import os
import random
import socketserver
import time


class Press:
    """There is one calibration sheet; who works with it locks its file."""

    def __init__(self, path):
        self.path = path
        with open(path, "a"):
            pass

    def __enter__(self):
        self.file = open(self.path, "r+")
        fcntl.lockf(self.file, fcntl.LOCK_EX, 64, 0)
        return self

    def __exit__(self, *_):
        fcntl.lockf(self.file, fcntl.LOCK_UN, 64, 0)
        self.file.close()


class Offer(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            pages, copies = map(int, line.split())
            with self.server.press:
                time.sleep(self.server.seconds)
                price = pages * copies * 0.03 + random.random()
            self.wfile.write(f"{price:.2f} by {os.getpid()}\n".encode())


class Quotes(socketserver.ForkingTCPServer):
    allow_reuse_address = True
    max_children = 6

    def __init__(self, press, seconds=9):
        super().__init__(("127.0.0.1", 0), Offer)
        self.press = press
        self.seconds = seconds
