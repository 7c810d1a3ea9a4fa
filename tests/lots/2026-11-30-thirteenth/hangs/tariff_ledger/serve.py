import concurrent.futures
import decimal
import http.server
import json
import logging
import threading
import urllib.request

from tariff.book import TariffBook
from tariff.refresher import Refresher

log = logging.getLogger("tariff")
BOOK = TariffBook({"north": decimal.Decimal("4.10"), "south": decimal.Decimal("3.70")})


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        parcels = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        version, total = BOOK.quote(parcels)
        body = json.dumps({"version": version, "total": str(total)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, text, *arguments):
        log.debug(text, *arguments)


def ask(address, parcels):
    request = urllib.request.Request(
        "http://{}:{}/quote".format(*address), json.dumps(parcels).encode(), method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    refresher = Refresher(BOOK, 1.0)
    refresher.start()
    parcels = [("north", 12, "fragile"), ("south", 3, ""), ("north", 7, "cold")] * 4
    with concurrent.futures.ThreadPoolExecutor(3, "customer") as customers:
        for answer in customers.map(ask, [server.server_address] * 12, [parcels] * 12):
            log.info("%s", answer)
    refresher.ended.set()
    server.shutdown()


if __name__ == "__main__":
    main()
