import http.client
import json


class Client:
    def __init__(self, address):
        self.address = address

    def _ask(self, method, path):
        connection = http.client.HTTPConnection(*self.address)
        try:
            connection.request(method, path)
            response = connection.getresponse()
            return json.load(response)
        finally:
            connection.close()

    def opening(self, gate):
        return self._ask("GET", f"/{gate}")["opening"]

    def open_by(self, gate, centimetres):
        return self._ask("POST", f"/{gate}/{centimetres}")["opening"]
