"""Reads the feeds of the day, and counts their lines."""

import http.server
import logging
import threading
import time

from fetch import Fetcher
from store import Room


class Feeds(http.server.BaseHTTPRequestHandler):
    """The paper's server, in small."""

    lines = {"sport": 400, "weather": 200, "council": 9000, "letters": 9500, "markets": 8800}

    def do_GET(self):
        number = self.lines.get(self.path.strip("/"), 0)
        self.send_response(200)
        self.send_header("Content-Length", str(number * 50))
        self.end_headers()
        line = b"The same procedure as each year, James.".ljust(49) + b"\n"
        for _ in range(number // 100):
            self.wfile.write(line * 100)
            time.sleep(0.01)

    def log_message(self, format, *args):
        pass


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feeds)
    threading.Thread(target=server.serve_forever, name="paper", daemon=True).start()
    fetcher = Fetcher("http://%s:%d" % server.server_address, Room(700_000))
    for name in Feeds.lines:
        fetcher.add(name)
    total = 0
    for name, text in fetcher.run():
        total += text.count(b"\n")
        logging.info("%s: %d lines", name, text.count(b"\n"))
    logging.info("%d lines", total)


if __name__ == "__main__":
    main()
