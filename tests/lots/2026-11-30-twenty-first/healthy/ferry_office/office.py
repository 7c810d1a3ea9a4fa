"""An office with a thread for each caller, who share one clerk; seven seconds for a ticket."""

import contextlib
import random
import socket
import socketserver
import threading
import time


class Clerk:
    def __init__(self):
        self.desk = threading.Lock()
        self.sold = 0

    @contextlib.contextmanager
    def turn(self):
        with self.desk:
            yield self
            self.sold += 1

    def ticket(self, to):
        time.sleep(7)
        return f"{to} {self.sold + 1}"


class Caller(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            with self.server.clerk.turn() as clerk:
                self.wfile.write(f"{clerk.ticket(line.decode().strip())}\n".encode())


class Office(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Caller)
        self.clerk = Clerk()


def passenger(address, number):
    chance = random.Random(number)
    with socket.create_connection(address) as sock, sock.makefile("rw") as line:
        while True:
            line.write(chance.choice(["Skye", "Mull", "Eigg"]) + "\n")
            line.flush()
            print(number, line.readline().strip(), flush=True)


def main():
    office = Office()
    for number in range(3):
        threading.Thread(target=passenger, args=(office.server_address, number), daemon=True).start()
    office.serve_forever()


if __name__ == "__main__":
    main()
