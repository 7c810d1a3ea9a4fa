import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.request import urlopen

from tracing import Tracer

CONFIG = """
[page]
every = 5
keep = 3 days

[query]
every = auto
keep = 1 day
"""

tracer = Tracer(sys.argv[1], CONFIG)


@tracer.traced("query")
def guests(town):
    return sorted(name for name in ("Ida", "Tom", "Ada") if name[0] != town[0])


@tracer.traced("page")
def front():
    return "Welcome"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        text = front() if self.path == "/" else ", ".join(guests(self.path[1:]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    for path in ("/", "/", "/Alnwick", "/Tring"):
        with urlopen(f"http://127.0.0.1:{server.server_port}{path}", timeout=20) as answer:
            print(path, answer.read().decode(), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
