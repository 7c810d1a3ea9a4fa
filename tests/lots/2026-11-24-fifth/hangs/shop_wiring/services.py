"""What the shop consists of."""

import concurrent.futures
import time

from injector import Module, inject, provider, singleton


class Settings:
    def __init__(self, currency):
        time.sleep(0.05)
        self.currency = currency


class Prices:
    def __init__(self, settings):
        self.settings = settings
        self.known = {"tea": 4, "coffee": 6}

    def text(self, article):
        return f"{self.known[article]} {self.settings.currency}"


class Catalogue:
    def __init__(self, pages):
        self.pages = pages


class ShopModule(Module):
    @singleton
    @provider
    def settings(self) -> Settings:
        return Settings("EUR")

    @singleton
    @provider
    @inject
    def prices(self, settings: Settings) -> Prices:
        return Prices(settings)


class CatalogueModule(Module):
    """Makes the pages of the catalogue at once, as that takes long."""

    def __init__(self, shop):
        self.shop = shop

    def page(self, article):
        prices = self.shop.injector.get(Prices)
        return f"{article}: {prices.text(article)}"

    @singleton
    @provider
    def catalogue(self) -> Catalogue:
        with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="page") as pool:
            return Catalogue(list(pool.map(self.page, ("tea", "coffee"))))
