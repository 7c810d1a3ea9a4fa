import json
import urllib.request

import pytest

from fake_api import fake_api


class Orders:
    def __init__(self, api):
        self._api = api
        self._started = False

    def _get(self, path):
        with urllib.request.urlopen(self._api.url + path, timeout=5) as answer:
            return json.load(answer)

    def all(self):
        return self._get("/orders")["items"]

    def open(self):
        return [order for order in self.all() if order["open"]]

    def label(self, order):
        return f"#{order['number']:04d}"


ORDERS = [{"number": 1, "open": True}, {"number": 2, "open": False}]


@pytest.fixture
def orders():
    with fake_api(ORDERS) as api:
        yield Orders(api)


@pytest.fixture
def offline_orders():
    with fake_api(ORDERS, lazy=True) as api:
        yield Orders(api)


def test_all(orders):
    assert len(orders.all()) == 2


def test_open(orders):
    assert [order["number"] for order in orders.open()] == [1]


def test_label(offline_orders):
    assert offline_orders.label(ORDERS[0]) == "#0001"


def test_label_of_large_numbers(offline_orders):
    assert offline_orders.label({"number": 12345}) == "#12345"
