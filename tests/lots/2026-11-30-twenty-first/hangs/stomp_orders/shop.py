"""A shop on stomp.py: orders come in, large ones are passed on and confirmed."""

import json
import logging
import threading
import time
import uuid

import stomp
from broker import Broker
from stomp.listener import WaitingListener

log = logging.getLogger("shop")


class Line:
    """A connection, with sending that is sure."""

    def __init__(self, port):
        self.connection = stomp.Connection11([("127.0.0.1", port)], heartbeats=(0, 0))
        self.connection.connect(wait=True)

    def send(self, queue, **fields):
        self.connection.send(queue, json.dumps(fields))

    def send_surely(self, queue, **fields):
        receipt = str(uuid.uuid4())
        waiting = WaitingListener(receipt)
        self.connection.set_listener(receipt, waiting)
        self.connection.send(queue, json.dumps(fields), receipt=receipt)
        waiting.wait_on_receipt()
        self.connection.remove_listener(receipt)

    def follow(self, queue, listener):
        self.connection.set_listener("", listener)
        self.connection.subscribe(queue, id=1)


class Shop(stomp.ConnectionListener):
    def __init__(self, line, large=100):
        self.line = line
        self.large = large
        self.orders = []
        self.change = threading.Condition()

    def on_message(self, frame):
        order = json.loads(frame.body)
        if order["euro"] >= self.large:
            self.line.send_surely("/queue/head-office", **order)
        with self.change:
            self.orders.append(order)
            self.change.notify_all()

    def wait(self, count):
        with self.change:
            self.change.wait_for(lambda: len(self.orders) >= count)
            return sum(order["euro"] for order in self.orders)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("stomp.py").setLevel(logging.CRITICAL)
    broker = Broker()
    port = broker.server_address[1]
    shop = Shop(Line(port))
    shop.line.follow("/queue/shop", shop)
    customer = Line(port)
    customer.send_surely("/queue/other", euro=0)
    for number, euro in enumerate((20, 35, 240, 10), 1):
        customer.send_surely("/queue/shop", euro=euro)
        log.info("after %d: %d euro", number, shop.wait(number))
        time.sleep(0.2)


if __name__ == "__main__":
    main()
