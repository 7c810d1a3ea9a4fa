"""A small MQTT broker for one machine: QoS 0 and 1, no retained messages."""

import socketserver
import struct
import threading

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PING, PONG = 1, 2, 3, 4, 8, 9, 12, 13


def packet(kind, body, flags=0):
    return bytes([kind << 4 | flags, len(body)]) + body


class Session(socketserver.BaseRequestHandler):
    def setup(self):
        self.topics = set()
        self.sending = threading.Lock()

    def exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.request.recv(count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    def send(self, data):
        with self.sending:
            self.request.sendall(data)

    def handle(self):
        try:
            while True:
                head, size = self.exactly(2)
                self.received(head >> 4, head & 15, self.exactly(size))
        except (EOFError, OSError):
            self.server.sessions.discard(self)

    def received(self, kind, flags, body):
        if kind == CONNECT:
            self.server.sessions.add(self)
            self.send(packet(CONNACK, b"\0\0"))
        elif kind == SUBSCRIBE:
            size = struct.unpack(">H", body[2:4])[0]
            self.topics.add(body[4 : 4 + size].decode().removesuffix("#"))
            self.send(packet(SUBACK, body[:2] + b"\1"))
        elif kind == PUBLISH:
            size = struct.unpack(">H", body[:2])[0]
            topic, rest = body[2 : 2 + size], body[2 + size :]
            if flags >> 1 & 3:
                self.send(packet(PUBACK, rest[:2]))
                rest = rest[2:]
            self.server.spread(topic, rest)
        elif kind == PING:
            self.send(packet(PONG, b""))


class Broker(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Session)
        self.sessions = set()
        threading.Thread(target=self.serve_forever, name="broker", daemon=True).start()

    def spread(self, topic, payload):
        message = packet(PUBLISH, struct.pack(">H", len(topic)) + topic + payload)
        for session in list(self.sessions):
            if any(topic.decode().startswith(prefix) for prefix in session.topics):
                session.send(message)
