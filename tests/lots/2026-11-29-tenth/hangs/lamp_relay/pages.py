"""The small web server by which other rooms see and set the lamps."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    state = None

    def do_GET(self):
        body = self.state.as_json()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self):
        _, lamp, percent = self.path.split("/")
        self.state.set(lamp, int(percent))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


def serve(state):
    Handler.state = state
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="pages", daemon=True).start()
    return server.server_address
