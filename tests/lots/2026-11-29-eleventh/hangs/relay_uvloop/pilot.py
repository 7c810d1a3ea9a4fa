"""The pilots' client, which is older than the harbour's service, and is used by scripts, too."""

import socket


class Pilot:
    def __init__(self, port):
        self.address = "127.0.0.1", port

    def _ask(self, ship):
        with socket.create_connection(self.address) as connection:
            connection.sendall(ship.encode() + b"\n")
            with connection.makefile("r") as answer:
                return answer.readline().strip()

    def may_enter(self, ship, tide):
        return self._ask(ship) in (tide, "any")
