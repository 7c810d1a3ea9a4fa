"""A server that takes pictures in (http.server), and says how large they are."""

import http.server
import json
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    store = {}

    def do_PUT(self):
        length = int(self.headers["Content-Length"])
        picture = self.rfile.read(length)
        self.store[self.path] = picture
        self.answer({"path": self.path, "bytes": len(picture)})

    def do_GET(self):
        self.answer({path: len(picture) for path, picture in self.store.items()})

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, form, *values):
        print("server:", form % values, flush=True)


def start():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    return server.server_address
