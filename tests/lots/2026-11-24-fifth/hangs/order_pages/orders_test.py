import json
import urllib.parse

import pytest
import responses
from orders import Orders

BASE = "https://shop.example"
ORDERS = [{"number": 100 + n, "total": 9.5 * n} for n in range(5)]


def page(request):
    """Gives the page that is asked for; the last one leads to itself."""
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.url).query)
    start = int(query.get("cursor", ["0"])[0] or 0)
    following = min(start + 2, len(ORDERS) - 1)
    return 200, {}, json.dumps({"orders": ORDERS[start : start + 2], "next": str(following)})


@pytest.fixture
def shop():
    with responses.RequestsMock() as mock:
        mock.add_callback(responses.GET, f"{BASE}/orders", callback=page)
        yield Orders(BASE)


def test_first_page(shop):
    assert [entry["number"] for entry in shop.page("")["orders"]] == [100, 101]


def test_all_orders(shop):
    assert [order.number for order in shop.all()] == [100, 101, 102, 103, 104]
