"""A server that is slow, and breaks connections off."""

import http.server
import random
import re
import threading
import time


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        begin = int(re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "bytes=0-"))[1])
        if server.random.random() < 0.3:
            self.send_error(503)
            return
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {begin}-{server.size - 1}/{server.size}")
        self.send_header("Content-Length", str(server.size - begin))
        self.end_headers()
        for _ in range(server.random.randrange(1, 4)):
            time.sleep(server.pause)
            part = bytes(min(4096, server.size - begin))
            self.wfile.write(part)
            begin += len(part)
        self.close_connection = True

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, size, pause):
        super().__init__(("127.0.0.1", 0), Handler)
        self.size = size
        self.pause = pause
        self.random = random.Random(8)

    def start(self):
        threading.Thread(target=self.serve_forever, name="server", daemon=True).start()
        return self.server_address
