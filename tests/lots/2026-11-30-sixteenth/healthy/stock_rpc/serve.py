"""The warehouse by XML-RPC, and three shops that order from it."""

import itertools
import logging
import socketserver
import threading
import time
import xmlrpc.client
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer

from warehouse import Warehouse

log = logging.getLogger("warehouse")


class Quiet(SimpleXMLRPCRequestHandler):
    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, SimpleXMLRPCServer):
    daemon_threads = True


class Shop(threading.Thread):
    def __init__(self, name, url, boxes):
        super().__init__(name=name, daemon=True)
        self.url = url
        self.boxes = boxes

    def run(self):
        with xmlrpc.client.ServerProxy(self.url) as warehouse:
            for box in self.boxes:
                log.info(warehouse.fetch(box, self.name))


class Board(threading.Thread):
    """Shows how the warehouse is, every twenty seconds."""

    def __init__(self, url):
        super().__init__(name="board", daemon=True)
        self.warehouse = xmlrpc.client.ServerProxy(url)

    def run(self):
        while True:
            log.info("%s", self.warehouse.state())
            time.sleep(20)


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    with Server(("127.0.0.1", 0), requestHandler=Quiet, logRequests=False) as server:
        server.register_instance(Warehouse())
        url = "http://127.0.0.1:%d" % server.server_address[1]
        orders = itertools.cycle(f"box-{n}" for n in range(40))
        for number in range(3):
            Shop(f"shop {number}", url, list(itertools.islice(orders, 12))).start()
        Board(url).start()
        server.serve_forever()


if __name__ == "__main__":
    main()
