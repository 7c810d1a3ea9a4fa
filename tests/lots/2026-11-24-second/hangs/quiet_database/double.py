"""A double of PostgreSQL for tests: speaks as much of the protocol as a query needs."""

import socketserver
import struct
import threading


class Double(socketserver.ThreadingTCPServer):
    """Answers each query with the rows that a test has set."""

    daemon_threads = True

    def __init__(self, rows):
        super().__init__(("127.0.0.1", 0), Session)
        self.rows = rows
        self.queries = []
        self.ended = []
        self.name = "database-double"

    def start(self):
        threading.Thread(target=self.serve_forever, name=self.name, daemon=True).start()
        return self.server_address[1]

    def handle_error(self, request, client_address):
        pass  # a client that goes away is nothing to tell

    def shutdown_request(self, request):
        self.ended.append(request)  # the tests look at them later


class Session(socketserver.StreamRequestHandler):
    def send(self, kind, body):
        self.wfile.write(kind + struct.pack("!I", len(body) + 4) + body)

    def receive(self):
        kind = self.rfile.read(1)
        (length,) = struct.unpack("!I", self.rfile.read(4))
        return kind, self.rfile.read(length - 4)

    def handle(self):
        (length,) = struct.unpack("!I", self.rfile.read(4))
        (code,) = struct.unpack("!I", self.rfile.read(length - 4)[:4])
        if code != 3 << 16:
            self.wfile.write(b"N")  # neither SSL nor GSS
            return self.handle()
        self.send(b"R", struct.pack("!I", 0))
        for name, value in (("server_version", "16.0"), ("client_encoding", "UTF8")):
            self.send(b"S", name.encode() + b"\0" + value.encode() + b"\0")
        self.send(b"Z", b"I")
        while True:
            kind, body = self.receive()
            if kind == b"X":
                return None
            if kind == b"Q":
                self.query(body[:-1].decode())

    def query(self, text):
        self.server.queries.append(text)
        rows = self.server.rows[text]
        if rows:
            head = b"n\0" + struct.pack("!IhIhih", 0, 0, 25, -1, -1, 0)
            self.send(b"T", struct.pack("!h", 1) + head)
        for row in rows:
            value = str(row).encode()
            self.send(b"D", struct.pack("!hI", 1, len(value)) + value)
        self.send(b"C", b"SELECT %d\0" % len(rows))
        self.send(b"Z", b"T" if text == "BEGIN" else b"I")
