"""The book of the depot as a service of HTTP."""

import http.server
import json
import logging
import re
import socketserver
import threading

log = logging.getLogger("depot.service")
PATH = re.compile(r"/parcels/(\d+)")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(self.server.book.find)

    def do_DELETE(self):
        self.answer(self.server.book.hand_out)

    def answer(self, look_up):
        match = PATH.fullmatch(self.path)
        parcel = look_up(int(match[1])) if match else None
        found = {"town": parcel.town, "shelf": parcel.shelf} if parcel else {"error": "no parcel"}
        body = json.dumps(found).encode()
        self.send_response(200 if parcel else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, form, *values):
        log.info(form, *values)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    def __init__(self, book):
        super().__init__(("127.0.0.1", 0), Handler)
        self.book = book


class Service:
    """Runs the server in a thread for as long as the depot is open."""

    def __init__(self, book):
        self.server = Server(book)
        self.thread = threading.Thread(target=self.server.serve_forever, name="depot service")

    @property
    def address(self):
        return self.server.server_address

    def open(self):
        self.thread.start()
        log.info("the depot is open at %s:%d", *self.address)

    def close(self):
        """No new clients; those who are being served are served to the end."""
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        log.info("the depot is closed")
