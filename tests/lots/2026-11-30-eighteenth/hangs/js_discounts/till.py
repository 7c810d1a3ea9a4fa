"""The till's side of the price service."""

import json
import urllib.request


class Till:
    def __init__(self, port):
        self.address = f"http://127.0.0.1:{port}/total"
        self.taken = 0.0

    def total(self, basket):
        request = urllib.request.Request(self.address, json.dumps(basket).encode(), method="POST")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["total"]

    def sell(self, basket):
        total = self.total(basket)
        self.taken += total
        return total
