"""Pages of a parish, rendered as they are asked for."""

import os
import threading
import urllib.request
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import markdown

from boxes import BoxExtension

HERE = os.path.dirname(os.path.abspath(__file__))


def pages():
    with open(os.path.join(HERE, "site.txt"), encoding="utf-8") as source:
        for line in source:
            name, text = line.rstrip("\n").split(": ", 1)
            yield name, text.replace("\\n", "\n")


class Renderer:
    def __init__(self):
        self.sources = dict(pages())

    @lru_cache(maxsize=64)
    def render(self, name):
        return markdown.markdown(self.sources[name], extensions=[BoxExtension(), "tables"])


class Handler(BaseHTTPRequestHandler):
    renderer = Renderer()

    def do_GET(self):
        body = self.renderer.render(self.path.strip("/")).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def bell(stop):
    quarters = 0
    while not stop.wait(1.5):
        quarters += 1


def main():
    stop = threading.Event()
    threading.Thread(target=bell, args=(stop,), daemon=True).start()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("hours", "notes", "choir"):
            with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{name}") as answer:
                print(name, answer.read().decode(), flush=True)
        server.shutdown()
    stop.set()


if __name__ == "__main__":
    main()
