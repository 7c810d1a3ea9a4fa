"""A stand-in for the remote API, for tests."""

import contextlib
import http.server
import json
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"path": self.path, "items": self.server.items}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class FakeApi:
    def __init__(self, items):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.items = items
        self.thread = None

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server.server_port

    def start(self):
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self):
        self.server.shutdown()  # <-- here
        self.server.server_close()
        if self.thread is not None:
            self.thread.join()


@contextlib.contextmanager
def fake_api(items, lazy=False):
    api = FakeApi(items)
    if not lazy:
        api.start()
    try:
        yield api
    finally:
        api.stop()
