"""A node of a booking system: it answers calls, and calls its neighbours."""

import sys
import threading
import xmlrpc.client
import xmlrpc.server


class Node:
    def __init__(self, name, port, other):
        self.name = name
        self.seats = 10
        self.other = xmlrpc.client.ServerProxy(f"http://127.0.0.1:{other}")
        self.server = xmlrpc.server.SimpleXMLRPCServer(
            ("127.0.0.1", port), allow_none=True, logRequests=False
        )
        for function in (self.alive, self.free, self.book):
            self.server.register_function(function)

    def alive(self):
        return self.name

    def free(self):
        return self.seats

    def book(self, seats):
        there = self.other.free()
        if there < seats:
            return False
        self.seats -= seats
        return True


def main(name, port, other):
    node = Node(name, int(port), int(other))
    threading.current_thread().name = name
    node.server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
