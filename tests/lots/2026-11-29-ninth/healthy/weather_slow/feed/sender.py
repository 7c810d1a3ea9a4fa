"""Sends readings to collectors; each has a socket."""

import zmq

from feed.stations import Reading


class Sender:
    def __init__(self, context):
        self.context = context
        self.sockets = {}

    def add(self, name, address):
        socket = self.context.socket(zmq.PUSH)
        socket.set_hwm(1)
        socket.connect(address)
        self.sockets[name] = socket

    def send(self, reading: Reading):
        for socket in self.sockets.values():
            socket.send(reading.pack())

    def close(self):
        for socket in self.sockets.values():
            socket.close()
        self.sockets.clear()
