from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .digest import Digest
from .records import Records


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        digest = Digest()
        for record in Records(data):
            digest.add(record)
        number, kinds = digest.summary()
        text = f"{number} {' '.join(kinds)}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        self.send_response(204)
        self.end_headers()

    def log_message(self, *about):
        pass


def start(port=0):
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    return server
