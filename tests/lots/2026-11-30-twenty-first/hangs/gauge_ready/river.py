"""A river's gauge: readings, their store, and a web page."""

import collections
import http.server
import json
import logging
import random
import time

from service import House, Service


class Store(Service):
    def prepare(self):
        self.levels = collections.deque(maxlen=500)

    def enter(self, level):
        self.levels.append((time.time(), level))

    def step(self):
        while len(self.levels) > 400:
            self.levels.popleft()
        self.halt.wait(0.3)


class Gauge(Service):
    needs = ("Store",)

    def prepare(self):
        self.chance = random.Random(5)
        self.level = 210.0

    def step(self):
        self.level += self.chance.uniform(-1, 1)
        self.house["Store"].enter(round(self.level, 1))
        self.halt.wait(0.2)


class Page(Service):
    needs = ("Store", "Gauge")

    def run(self):
        store = self.house["Store"]

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps(list(store.levels)[-5:]).encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            server.timeout = 0.5
            while not self.halt.is_set():
                server.handle_request()


class Warner(Service):
    needs = ("Gauge", "Page")

    def step(self):
        if self.house["Gauge"].level > 230:
            logging.warning("high water")
        self.halt.wait(1)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    house = House(Store, Gauge, Page, Warner).open()
    time.sleep(2)
    logging.info("%d levels", len(house["Store"].levels))
    house.close()


if __name__ == "__main__":
    main()
