"""A small broker that speaks enough STOMP 1.1 for one shop."""

import itertools
import socketserver
import threading


def pack(command, headers, body=""):
    lines = [command, *(f"{name}:{value}" for name, value in headers.items()), "", body]
    return "\n".join(lines).encode() + b"\0"


class Session(socketserver.BaseRequestHandler):
    def handle(self):
        rest = b""
        self.lock = threading.Lock()
        while data := self.request.recv(4096):
            *frames, rest = (rest + data).split(b"\0")
            for frame in frames:
                head, _, body = frame.decode().lstrip("\n").partition("\n\n")
                command, *lines = head.split("\n")
                if command:
                    self.frame(command, dict(line.split(":", 1) for line in lines), body)

    def frame(self, command, headers, body):
        broker = self.server
        if command in ("CONNECT", "STOMP"):
            self.say("CONNECTED", {"version": "1.1"})
        elif command == "SUBSCRIBE":
            broker.readers.setdefault(headers["destination"], []).append((self, headers["id"]))
        elif command == "SEND":
            for session, number in broker.readers.get(headers["destination"], []):
                about = {"subscription": number, "message-id": next(broker.numbers), "destination": headers["destination"]}
                session.say("MESSAGE", about, body)
        if "receipt" in headers:
            self.say("RECEIPT", {"receipt-id": headers["receipt"]})

    def say(self, command, headers, body=""):
        with self.lock:
            self.request.sendall(pack(command, headers, body))


class Broker(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Session)
        self.readers = {}
        self.numbers = itertools.count(1)
        threading.Thread(target=self.serve_forever, name="broker", daemon=True).start()
