"""A shop, with its numbers on a port for Prometheus."""

import random
import threading
import time

from prometheus_client import REGISTRY, Counter, start_http_server

from stock import Shop, StockCollector

SALES = Counter("shop_sales", "Sales", ["article"])


class Till(threading.Thread):
    def __init__(self, shop):
        super().__init__(name="till", daemon=True)
        self.shop = shop
        self.rng = random.Random(8)

    def run(self):
        while True:
            article = self.rng.choice(["apples", "pears"])
            self.shop.sell(article, 1)
            SALES.labels(article).inc()
            time.sleep(0.5)


def main():
    shop = Shop()
    server, thread = start_http_server(0, "127.0.0.1")
    Till(shop).start()
    print("numbers on port", server.server_port, flush=True)
    REGISTRY.register(StockCollector(shop))
    print("ready", flush=True)
    thread.join()


if __name__ == "__main__":
    main()
