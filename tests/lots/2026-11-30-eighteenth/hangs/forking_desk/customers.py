"""Customers, who ask the desk one after the other."""

import socket


class Customer:
    def __init__(self, name, port, wants):
        self.name = name
        self.port = port
        self.wants = wants
        self.heard = []

    def ask(self, kind):
        with socket.create_connection(("127.0.0.1", self.port)) as line:
            line.sendall(kind.encode() + b"\n")
            return line.makefile().readline().strip()

    def visit(self):
        for kind in self.wants:
            self.heard.append((kind, self.ask(kind)))
            print(self.name, self.heard[-1], flush=True)
