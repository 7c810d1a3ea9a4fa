"""A service that sorts a parcel in its own time."""

import http.server
import json
import threading
import time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def say(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        number = self.server.accept()
        self.say({"number": number})

    def do_GET(self):
        number = int(self.path.rpartition("/")[2])
        self.say({"state": self.server.state(number)})


class Tracking(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, seconds):
        super().__init__(("127.0.0.1", 0), Handler)
        self.seconds = seconds
        self.parcels = []

    def accept(self):
        self.parcels.append(time.monotonic())
        return len(self.parcels) - 1

    def state(self, number):
        return "sorted" if time.monotonic() - self.parcels[number] > self.seconds else "waiting"

    def start(self):
        threading.Thread(target=self.serve_forever, name="tracking", daemon=True).start()
        return f"http://127.0.0.1:{self.server_address[1]}"
