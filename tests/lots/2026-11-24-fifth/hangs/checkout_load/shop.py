import gevent


class SoldOut(Exception):
    pass


class Shop:
    def __init__(self, stock):
        self.stock = dict(stock)

    def take(self, article):
        gevent.sleep(0.01)
        if not self.stock[article]:
            raise SoldOut(article)
        self.stock[article] -= 1
        return self.stock[article]
