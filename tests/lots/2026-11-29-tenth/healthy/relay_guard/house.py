"""Mirrors the state of a slow neighbour over HTTP; it is fetched without the lock, and kept under it."""

import json
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

guard = threading.Lock()
lamps = {"hall": 0, "yard": 100}


class Pages(BaseHTTPRequestHandler):
    def do_GET(self):
        with guard:
            body = json.dumps(lamps).encode()
        time.sleep(6)  # the relay is slow
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def dim():
    while True:
        with guard:
            lamps["yard"] = (lamps["yard"] - 1) % 101
            time.sleep(0.05)
        time.sleep(0.2)


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.daemon_threads = True
    for name, work in (("pages", server.serve_forever), ("evening", dim)):
        threading.Thread(target=work, name=name, daemon=True).start()
    for number in range(12):
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/") as answer:
            theirs = json.load(answer)
        with guard:
            lamps.update(theirs)
        print(number, theirs, flush=True)


main()
