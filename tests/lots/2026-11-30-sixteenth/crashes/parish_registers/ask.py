"""Answers to those who look for their forebears: python ask.py LIBRARY

Questions come by a socket, a line each ("first births", "count burials 1700 1750").
"""

import pathlib
import signal
import socketserver
import sys
import tempfile
import threading
import socket

from books import Books, fill

QUESTIONS = ["first births", "count weddings 1700 1720", "count burials 1800 1850", "first legacies", "first burials"]


class Desk(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            word, *rest = line.decode().split()
            answer = getattr(self, "answer_" + word, self.unknown)(*rest)
            self.wfile.write(f"{answer}\n".encode())

    def answer_first(self, name):
        return self.server.books.first(name)

    def answer_count(self, name, start, end):
        return self.server.books.count(name, int(start), int(end))

    def unknown(self, *_):
        return "?"


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, books):
        self.books = books
        super().__init__(("127.0.0.1", 0), Desk)


def visitor(address):
    with socket.create_connection(address) as link, link.makefile("rw") as stream:
        for question in QUESTIONS:
            stream.write(question + "\n")
            stream.flush()
            print(question, "->", stream.readline().strip(), flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fill(folder)
        with Server(Books(sys.argv[1], folder)) as server:
            threading.Thread(target=server.serve_forever, name="desk", daemon=True).start()
            visitor(server.server_address)


if __name__ == "__main__":
    main()
