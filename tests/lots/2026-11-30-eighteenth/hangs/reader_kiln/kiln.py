"""The kiln's sensor sends packets of eight bytes; the loop tells when there is something."""

import asyncio
import socket
import struct


class Packets:
    SIZE = 8

    def __init__(self, connection, take):
        self.connection = connection
        self.take = take
        asyncio.get_running_loop().add_reader(connection, self.readable)

    def readable(self):
        packet = b""
        while len(packet) < self.SIZE:
            packet += self.connection.recv(self.SIZE - len(packet))
        self.take(*struct.unpack(">If", packet))


class Sensor:
    """Sends what it has; long packets in two parts, as its line is slow."""

    def __init__(self, connection):
        self.connection = connection

    async def send(self, number, heat, parts=1):
        packet = struct.pack(">If", number, heat)
        size = len(packet) // parts
        for at in range(0, len(packet), size):
            self.connection.send(packet[at : at + size])
            await asyncio.sleep(0.1)


def pair():
    return socket.socketpair()
