"""Objects of a warehouse that other processes call by Pyro."""

import Pyro5.api


@Pyro5.api.expose
class Prices:
    def __init__(self):
        self._prices = {"rope": 12.5, "lamp": 40.0, "oar": 75.0}

    def price(self, article):
        return self._prices[article]


@Pyro5.api.expose
class Stock:
    def __init__(self, prices_uri):
        self._prices_uri = prices_uri
        self._pieces = {"rope": 40, "lamp": 3, "oar": 8}

    def pieces(self, article):
        return self._pieces[article]

    def value(self, article):
        with Pyro5.api.Proxy(self._prices_uri) as prices:
            return self._pieces[article] * prices.price(article)
