"""The book as a site; a mirror in this process fetches it from end to end."""

import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from book import Book


class Handler(BaseHTTPRequestHandler):
    book = Book(entries=700)
    press = threading.Lock()

    def do_GET(self):
        year = int(self.path.strip("/"))
        with self.press:
            body = self.book.chapter(year).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self):
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


class Mirror(threading.Thread):
    def __init__(self, port, years):
        super().__init__(name=f"mirror-{years[0]}")
        self.port = port
        self.years = years
        self.sizes = {}

    def run(self):
        for year in self.years:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{year}") as answer:
                self.sizes[year] = len(answer.read())
            print(self.name, year, self.sizes[year], flush=True)


def bell():
    while True:
        time.sleep(15)


def main():
    threading.Thread(target=bell, daemon=True, name="bell").start()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        mirrors = [Mirror(server.server_port, range(first, first + 90)) for first in (1500, 1600, 1700)]
        for mirror in mirrors:
            mirror.start()
        for mirror in mirrors:
            mirror.join()
        server.shutdown()


if __name__ == "__main__":
    main()
