"""Opens a shop that injector puts together."""

import logging
import threading
import time

import injector
from services import Catalogue, CatalogueModule, ShopModule

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("shop")


class Shop:
    def __init__(self):
        self.injector = injector.Injector([ShopModule(), CatalogueModule(self)])

    def open(self):
        for page in self.injector.get(Catalogue).pages:
            log.info("%s", page)


def lights():
    while True:
        time.sleep(1)


def main():
    threading.Thread(target=lights, name="lights", daemon=True).start()
    shop = Shop()
    log.info("opening")
    shop.open()
    log.info("open")


if __name__ == "__main__":
    main()
