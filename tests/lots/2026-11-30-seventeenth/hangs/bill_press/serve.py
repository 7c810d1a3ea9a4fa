"""Bills over HTTP, and the till that asks for them."""

import http.server
import re
import threading
import urllib.request

from bills import Book


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    book = Book()

    def do_GET(self):
        match = re.fullmatch(r"/bills/(\d+)\.pdf", self.path)
        if not match or int(match[1]) not in self.book.bills:
            self.send_error(404)
            return
        body = self.book.pdf(int(match[1]))
        self.send_response(200)
        self.send_header("Content-Type", "application/pdf")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        print("served", format % args, flush=True)


class Till(threading.Thread):
    def __init__(self, address, book):
        super().__init__(name="till", daemon=True)
        self.address = address
        self.book = book
        self.sizes = {}

    def run(self):
        for customer, length in [("Mrs Hill", 3), ("Mr Moss", 11), ("Parish hall", 40), ("School", 7)]:
            number = self.book.add(customer, length)
            host, port = self.address
            with urllib.request.urlopen(f"http://{host}:{port}/bills/{number}.pdf") as answer:
                self.sizes[number] = len(answer.read())
            print("printed", number, self.sizes[number], flush=True)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Till(server.server_address, Handler.book).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
