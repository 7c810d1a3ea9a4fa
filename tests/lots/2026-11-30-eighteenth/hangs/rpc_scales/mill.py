"""Carts come to the mill, one alone and then two on both scales."""

import concurrent.futures

from jsonrpclib import ServerProxy

from scales import Quiet, Scales


class Cart:
    def __init__(self, url, load):
        self.url = url
        self.load = load

    def weigh(self, pair):
        scales = ServerProxy(self.url)
        return [scales.weigh(what, gross, pair) for what, gross in self.load]


def main():
    scales = Scales()
    with Quiet(scales.server):
        print(Cart(scales.url, [("sack", 50.5), ("barrel", 120)]).weigh(False), flush=True)
        carts = [Cart(scales.url, [("sack", 48)]), Cart(scales.url, [("barrel", 99)])]
        with concurrent.futures.ThreadPoolExecutor(2) as drivers:
            for found in drivers.map(lambda cart: cart.weigh(True), carts):
                print(found, flush=True)


if __name__ == "__main__":
    main()
