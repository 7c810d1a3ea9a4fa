import pathlib
import threading
import time

import thriftpy2
from thriftpy2.rpc import make_client, make_server

api = thriftpy2.load(str(pathlib.Path(__file__).with_name("stock.thrift")), module_name="stock_thrift")


class Keeper:
    """The one storekeeper walks to the shelf for each order."""

    def __init__(self, walk=6.0):
        self.walk = walk
        self.pieces = {"bolt": 10_000, "nut": 20_000}
        self.lock = threading.Lock()

    def take(self, name, pieces):
        with self.lock:
            time.sleep(self.walk)
            self.pieces[name] -= pieces
            return api.Item(name=name, pieces=pieces)

    def count(self, name):
        with self.lock:
            return self.pieces[name]


def serve(port):
    server = make_server(api.Stock, Keeper(), "127.0.0.1", port, client_timeout=None)
    threading.Thread(target=server.serve, name="stock", daemon=True).start()
    return server


def connect(port):
    return make_client(api.Stock, "127.0.0.1", port, timeout=None)
