"""A client of the billing service, and the hook by which that service calls us."""

import json
import urllib.request


def request(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data)) as answer:
        return json.load(answer)


class Billing:
    def __init__(self, base):
        self.base = base

    def customer(self, number):
        return request(f"{self.base}/customers/{number}")

    def invoice(self, number, amount):
        """Makes an invoice; the service looks the customer up itself."""
        return request(f"{self.base}/invoices", {"customer": number, "amount": amount})
