"""A small service over TLS: who is in the house?"""

import http.server
import json
import ssl
import threading

import trustme


class House:
    def __init__(self):
        self._inside = set()
        self._lock = threading.Lock()

    def enter(self, name):
        with self._lock:
            self._inside.add(name)

    def inside(self):
        with self._lock:
            return sorted(self._inside)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    house = House()

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(self.house.inside())

    def do_POST(self):
        self.house.enter(self.path.strip("/"))
        self.answer(True)

    def log_message(self, format, *args):
        print("door:", format % args, flush=True)


class Doorway:
    def __init__(self):
        self.authority = trustme.CA()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.authority.issue_cert("localhost").configure_cert(context)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.thread = threading.Thread(target=self.server.serve_forever, name="doorway", daemon=True)

    @property
    def port(self):
        return self.server.server_address[1]

    def client_context(self):
        context = ssl.create_default_context()
        self.authority.configure_trust(context)
        return context
