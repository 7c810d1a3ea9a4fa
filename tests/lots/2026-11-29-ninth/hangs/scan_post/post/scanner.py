"""The scanner: its pages come in strips, whose number is not known before."""

import random
import socket

import h11

from post.lines import Line


class Page:
    def __init__(self, name, strips, seed=5):
        self.name = name
        self.chance = random.Random(seed)
        self.strips = strips

    def __iter__(self):
        for _ in range(self.strips):
            yield self.chance.randbytes(700)


class Poster:
    def __init__(self, port):
        self.port = port

    def post(self, page):
        line = Line(socket.create_connection(("127.0.0.1", self.port)), h11.CLIENT)
        headers = [("Host", "office"), ("Transfer-Encoding", "chunked"), ("Connection", "close")]
        line.send(h11.Request(method="PUT", target=f"/pages/{page.name}", headers=headers))
        for strip in page:
            line.send(h11.Data(data=strip))
        return self.receipt(line)

    def receipt(self, line):
        response = line.next_event()
        text = b""
        while isinstance(event := line.next_event(), h11.Data):
            text += event.data
        line.close()
        return response.status_code, text.decode()
