"""The voucher desk: a WSGI application, and the shop that uses it."""

import json
import socketserver
import threading
import urllib.error
import urllib.request
import wsgiref.simple_server

from vouchers import Refused, Vouchers


class Desk:
    def __init__(self, vouchers):
        self.vouchers = vouchers

    def __call__(self, environ, start_response):
        _, verb, value = environ["PATH_INFO"].split("/")
        try:
            if verb == "issue":
                answer = self.vouchers.issue(int(value))
            else:
                with self.vouchers.redeeming(value) as amount:
                    answer = amount
        except Refused as refused:
            start_response("409 Conflict", [("Content-Type", "text/plain")])
            return [str(refused).encode()]
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(answer).encode()]


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


class Shop(threading.Thread):
    def __init__(self, base):
        super().__init__(name="shop")
        self.base = base
        self.sold = 0

    def ask(self, verb, value):
        with urllib.request.urlopen(f"{self.base}/{verb}/{value}") as answer:
            return json.load(answer)

    def run(self):
        for customer in range(80):
            code = self.ask("issue", 5 + customer % 4 * 5)
            self.sold += 1
            if customer % 3 == 0:
                self.ask("redeem", code)
            if customer % 10 == 0:
                print(self.sold, "vouchers, the last", code, flush=True)


def main():
    vouchers = Vouchers(seed=12)
    server = wsgiref.simple_server.make_server("127.0.0.1", 0, Desk(vouchers), Server, Quiet)
    threading.Thread(target=server.serve_forever, name="desk", daemon=True).start()
    shop = Shop(f"http://127.0.0.1:{server.server_port}")
    shop.start()
    shop.join()
    print("open:", vouchers.total())


if __name__ == "__main__":
    main()
