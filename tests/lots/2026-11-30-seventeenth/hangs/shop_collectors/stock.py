"""Numbers of the shop's stock for Prometheus, asked for when they are read."""

import threading

from prometheus_client import Gauge
from prometheus_client.core import GaugeMetricFamily


class Shop:
    def __init__(self):
        self._stock = {"apples": 120, "pears": 44, "plums": 9}
        self._lock = threading.Lock()

    def sell(self, article, number):
        with self._lock:
            self._stock[article] = max(0, self._stock[article] - number)

    def stock(self):
        with self._lock:
            return dict(self._stock)


class StockCollector:
    """One family with all articles, and a gauge of its own for each that runs short."""

    def __init__(self, shop, short=10):
        self.shop = shop
        self.short = short
        self.gauges = {}

    def gauge(self, article):
        if article not in self.gauges:
            self.gauges[article] = Gauge(f"shop_short_{article}", f"{article} that are left")
        return self.gauges[article]

    def collect(self):
        family = GaugeMetricFamily("shop_stock", "What is left", labels=["article"])
        for article, number in self.shop.stock().items():
            family.add_metric([article], number)
            if number < self.short:
                self.gauge(article).set(number)
        yield family
