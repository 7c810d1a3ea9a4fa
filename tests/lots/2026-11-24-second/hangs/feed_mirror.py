"""Mirrors a feed and the pictures in it, with one connection, as the other side asks for."""

import http.server
import json
import threading
import time

import httpx


class Feed(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/feed":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for number in range(1000):
                line = json.dumps({"picture": f"/{number}.jpg"}).encode() + b"\n"
                self.wfile.write(b"%x\r\n%b\r\n" % (len(line), line))
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.send_response(200)
            self.send_header("Content-Length", "4")
            self.end_headers()
            self.wfile.write(b"\xff\xd8\xff\xd9")

    def log_message(self, *args):
        pass


class Mirror:
    def __init__(self, base):
        self.client = httpx.Client(
            base_url=base, limits=httpx.Limits(max_connections=1), timeout=None
        )
        self.pictures = {}

    def picture(self, path):
        answer = self.client.get(path)  # <-- here
        answer.raise_for_status()
        return answer.content

    def run(self):
        with self.client.stream("GET", "/feed") as feed:
            for line in feed.iter_lines():
                path = json.loads(line)["picture"]
                self.pictures[path] = self.picture(path)  # <-- here


def progress(mirror):
    while True:
        time.sleep(1)
        print(len(mirror.pictures), "pictures", flush=True)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed)
threading.Thread(target=server.serve_forever, name="feed-server", daemon=True).start()
mirror = Mirror(f"http://127.0.0.1:{server.server_port}")
threading.Thread(target=progress, args=(mirror,), name="progress", daemon=True).start()
mirror.run()
