"""Orders go as lines; the end of the connection ends the order."""

import socket


class Order:
    def __init__(self, address):
        self.sock = socket.create_connection(address)
        self.lines = self.sock.makefile("rw", encoding="utf-8", newline="\n")
        self.greeting = self.lines.readline().strip()

    def add(self, stamp, count):
        self.lines.write(f"{stamp} {count}\n")

    def send(self):
        self.lines.flush()
        self.sock.close()


class Ledger:
    def __init__(self):
        self.orders = {}

    def enter(self, number, lines):
        order = {}
        for line in lines:
            stamp, count = line.rsplit(" ", 1)
            order[stamp] = order.get(stamp, 0) + int(count)
        self.orders[number] = order
        return sum(order.values())
