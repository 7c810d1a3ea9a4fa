"""A client of the depot's service; one connection is used for all questions."""

import http.client
import json


class Client:
    def __init__(self, address):
        self.connection = http.client.HTTPConnection(*address)

    def _ask(self, method, number):
        self.connection.request(method, f"/parcels/{number}")
        with self.connection.getresponse() as response:
            found = json.load(response)
            return found if response.status == 200 else None

    def where_is(self, number):
        return self._ask("GET", number)

    def fetch(self, number):
        return self._ask("DELETE", number)

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
