"""A small service: GET /CUSTOMER/ZONE gives the surcharge in percent."""

import http.server
import logging
import threading
import urllib.request

from engine import Rules

log = logging.getLogger("app")


class Registry:
    def __init__(self):
        self._rules = {}
        self._lock = threading.Lock()

    def upload(self, customer, step, base):
        with self._lock:
            self._rules[customer] = Rules(customer, step, base)

    def __getitem__(self, customer):
        with self._lock:
            return self._rules[customer]


class Handler(http.server.BaseHTTPRequestHandler):
    registry = Registry()

    def do_GET(self):
        customer, zone = self.path.strip("/").split("/")
        try:
            percent = self.registry[customer].surcharge(int(zone))
        except KeyError:
            self.send_error(404)
            return
        body = str(percent).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, text, *args):
        log.info(text, *args)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(name)s: %(message)s")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    Handler.registry.upload("north", 5, 3)
    Handler.registry.upload("isles", 9, 7)
    address = "http://127.0.0.1:%d" % server.server_port
    for customer, zone in (("north", 4), ("isles", 17), ("north", 200)):
        with urllib.request.urlopen(f"{address}/{customer}/{zone}", timeout=20) as answer:
            print(customer, zone, answer.read().decode() + " %", flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
