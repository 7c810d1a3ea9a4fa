"""A depot that tells by HTTP what it has."""

import http.server
import json
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stock = {"chairs": 12, "tables": 3}

    def do_GET(self):
        name = self.path.strip("/")
        if name not in self.stock:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({name: self.stock[name]}).encode())

    def log_message(self, *parts):
        pass


class Depot:
    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, name="depot", daemon=True)

    def start(self):
        self.thread.start()
        return self.server.server_port

    def stop(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
