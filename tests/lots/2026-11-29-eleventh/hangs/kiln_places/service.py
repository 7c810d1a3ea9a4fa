"""The kiln as a service over HTTP."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from places import Places
from potter import BadClay, Potter

potter = Potter(Places(2))


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            code, answer = 200, potter.order(text)
        except BadClay as error:
            code, answer = 422, {"error": str(error)}
        body = json.dumps(answer).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def start():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="service", daemon=True).start()
    return server.server_address[1]
