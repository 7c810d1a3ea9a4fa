"""A weighbridge with the old protocol of its maker: a line is a question, a line the answer."""

import warnings

warnings.filterwarnings("ignore", category=DeprecationWarning)

import asynchat  # noqa: E402
import asyncore  # noqa: E402
import socket  # noqa: E402


class Channel(asynchat.async_chat):
    def __init__(self, sock, bridge):
        super().__init__(sock, bridge.channels)
        self.bridge = bridge
        self.parts = []
        self.lorry = None
        self.set_terminator(b"\r\n")

    def collect_incoming_data(self, data):
        self.parts.append(data)

    def found_terminator(self):
        data, self.parts = b"".join(self.parts), []
        if self.lorry is not None:
            self.load(data)
            return
        word, *rest = data.decode("ascii").split()
        if word == "LOAD":
            self.lorry = rest[0]
            self.set_terminator(int(rest[1]))
        elif word == "TARE":
            self.say(str(self.bridge.tare(rest[0])))
        else:
            self.say("?")

    def load(self, data):
        self.bridge.loads[self.lorry] = len(data.split(b";"))
        self.say(f"{self.lorry} {self.bridge.loads[self.lorry]}")
        self.lorry = None

    def say(self, text):
        self.push(text.encode("ascii") + b"\r\n")


class Bridge(asyncore.dispatcher):
    def __init__(self):
        self.channels = {}
        super().__init__(map=self.channels)
        self.loads = {}
        self.create_socket(socket.AF_INET, socket.SOCK_STREAM)
        self.set_reuse_addr()
        self.bind(("127.0.0.1", 0))
        self.listen(5)

    def tare(self, lorry):
        return 7000 + len(lorry) * 10

    def handle_accepted(self, sock, address):
        Channel(sock, self)

    def loop(self):
        asyncore.loop(timeout=3600, map=self.channels)
