"""The shop's price service, and the till that asks it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tariffs import Tariffs
from till import Till

BASKETS = [
    [{"article": "screws", "amount": 4, "price": 0.05}],
    [{"article": "hinges", "amount": 2, "price": 1.3}, {"article": "planks", "amount": 3, "price": 8}],
    [{"article": "screws", "amount": 250, "price": 0.05}, {"article": "planks", "amount": 1, "price": 8}],
    [{"article": "planks", "amount": 20, "price": 8}],
]


class Handler(BaseHTTPRequestHandler):
    tariffs = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        total = self.tariffs.total(body.decode())
        answer = json.dumps({"total": total}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


def main():
    Handler.tariffs = Tariffs()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    till = Till(server.server_port)
    for basket in BASKETS:
        print(till.sell(basket), flush=True)
    print("taken:", till.taken)
    server.shutdown()


if __name__ == "__main__":
    main()
