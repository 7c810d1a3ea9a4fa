"""A double of the railway's server: signals, and the sections that they guard."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SIGNALS = {f"s{number}": f"section{number // 2}" for number in range(6)}


class Board(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.strip("/")
        data = {"section": SIGNALS[name]} if name in SIGNALS else {"free": name.endswith(("0", "2"))}
        body = json.dumps(data).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def start():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Board)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="board", daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"
