"""Legends for maps by HTTP: GET /heights?classes=5"""

import http.server
import json
import random
import urllib.parse


def layers():
    rng = random.Random(11)
    return {
        "heights": [int(rng.gauss(400, 120)) for _ in range(500)],
        "people": [rng.randrange(0, 9000) for _ in range(300)],
        "ferries": [rng.randrange(0, 4) for _ in range(40)],
    }


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query)
        values = self.server.layers.get(url.path.strip("/"))
        classes = int(query.get("classes", ["5"])[0])
        if values is None or not 1 < classes < 20:
            self.send_error(404)
            return
        self.answer(self.server.classifier.count(values, classes))

    def answer(self, content):
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, form, *args):
        print("server:", form % args, flush=True)


class Server(http.server.ThreadingHTTPServer):
    def __init__(self, classifier):
        super().__init__(("127.0.0.1", 0), Handler)
        self.classifier = classifier
        self.layers = layers()
