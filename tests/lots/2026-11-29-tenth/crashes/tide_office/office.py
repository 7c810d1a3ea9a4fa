"""The tide office on the web, and a visitor that reads all pages."""

import html
import logging
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from calendar_of_tides import Calendar
from tables import TABLES

log = logging.getLogger("office")


class Page(BaseHTTPRequestHandler):
    calendar = Calendar()

    def do_GET(self):
        table = TABLES.get(self.path.strip("/"))
        if table is None:
            self.send_error(404)
            return
        rows = "".join(f"<li>{html.escape(date)}</li>" for date in self.calendar.dates(table))
        body = f"<h1>{html.escape(table.harbour)}</h1><ul>{rows}</ul>".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, form, *args):
        log.info(form, *args)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, name="office", daemon=True).start()
    for name in sorted(TABLES):
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{name}") as page:
            print(name, len(page.read()), "bytes", flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
