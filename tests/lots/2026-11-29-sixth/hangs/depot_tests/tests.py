"""Tests of the depot, for zope.testrunner: the layer starts it once for all tests."""

import http.client
import json
import unittest

from depot import Depot


class DepotLayer:
    depot = None
    port = None

    @classmethod
    def setUp(cls):
        cls.depot = Depot()
        cls.port = cls.depot.start()

    @classmethod
    def tearDown(cls):
        cls.depot.stop()


class Client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def get(self, name):
        self.connection.request("GET", f"/{name}")
        answer = self.connection.getresponse()
        body = answer.read()
        return answer.status, json.loads(body) if answer.status == 200 else None


class StockTest(unittest.TestCase):
    layer = DepotLayer

    def setUp(self):
        self.client = Client(self.layer.port)

    def test_a_missing_thing(self):
        self.assertEqual(self.client.get("lamps"), (404, None))

    def test_chairs(self):
        self.assertEqual(self.client.get("chairs"), (200, {"chairs": 12}))

    def test_tables(self):
        self.assertEqual(self.client.get("tables"), (200, {"tables": 3}))


def test_suite():
    return unittest.defaultTestLoader.loadTestsFromTestCase(StockTest)


if __name__ == "__main__":
    from zope.testrunner import run

    run(["--path", __file__.rpartition("/")[0], "--tests-pattern", "^tests$"])
