"""A load test of the checkout; the stock of the test shop is shared by all users."""

import contextlib

import gevent.lock
from locust import User, constant, events, task
from shop import Shop, SoldOut

shop = Shop({"lamp": 3, "chair": 500})
till = gevent.lock.Semaphore()


@contextlib.contextmanager
def measured(user, name):
    """Reports what happens in the block as a request."""
    start = user.environment.runner.stats.last_request_timestamp
    meta = {"request_type": "shop", "name": name, "response_time": 1, "response_length": 0}
    try:
        yield start
    except SoldOut as error:
        user.environment.events.request.fire(**meta, context={}, exception=error)
        raise
    user.environment.events.request.fire(**meta, context={}, exception=None)


class Customer(User):
    wait_time = constant(0.2)

    @task(3)
    def buy_chair(self):
        self.buy("chair")

    @task(1)
    def buy_lamp(self):
        self.buy("lamp")

    def buy(self, article):
        till.acquire()
        with measured(self, article):
            shop.take(article)
        till.release()


@events.test_start.add_listener
def started(environment, **_):
    print("the shop has", shop.stock, flush=True)
