import socketserver
import threading

from protocol import ASK, LIST, SET, pack, unpack

LARGEST = 1024


class Labels:
    def __init__(self):
        self._lock = threading.Lock()
        self._texts = {}

    def answer(self, kind, text):
        with self._lock:
            if kind == SET:
                name, _, value = text.partition("=")
                self._texts[name] = value
                return pack(SET, name)
            if kind == ASK:
                return pack(ASK, self._texts.get(text, ""))
            return pack(LIST, ",".join(sorted(self._texts)))


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        while True:
            message = self.rfile.read(LARGEST)
            if not message:
                break
            self.wfile.write(self.server.labels.answer(*unpack(message)))


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.labels = Labels()
