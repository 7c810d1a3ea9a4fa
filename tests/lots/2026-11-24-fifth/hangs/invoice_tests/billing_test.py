import json

import pytest
from billing import Billing, request
from werkzeug import Response

CUSTOMERS = {7: {"name": "Hansen", "country": "DK"}, 8: {"name": "Rossi", "country": "IT"}}
VAT = {"DK": 25, "IT": 22}


@pytest.fixture
def service(httpserver):
    """A double of the billing service, which works as that one does."""
    for number, customer in CUSTOMERS.items():
        httpserver.expect_request(f"/customers/{number}").respond_with_json(customer)

    def make_invoice(got):
        order = json.loads(got.data)
        customer = request(httpserver.url_for(f"/customers/{order['customer']}"))
        total = order["amount"] * (100 + VAT[customer["country"]]) / 100
        return Response(json.dumps({"total": total}), content_type="application/json")

    httpserver.expect_request("/invoices", method="POST").respond_with_handler(make_invoice)
    return httpserver


@pytest.fixture
def billing(service):
    return Billing(service.url_for("").rstrip("/"))


def test_customer(billing):
    assert billing.customer(7)["name"] == "Hansen"


def test_vat_of_denmark(billing):
    assert billing.invoice(7, 200)["total"] == 250


def test_unknown_customer(billing):
    with pytest.raises(Exception):
        billing.customer(9)
