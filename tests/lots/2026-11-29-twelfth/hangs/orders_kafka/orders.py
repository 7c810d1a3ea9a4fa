"""Pass the orders of the night on."""

import logging

from outbox import Outbox, unused_port

ORDERS = [{"apples": 12}, {"pears": 3, "plums": 20}, {"quinces": 1}]


def main():
    logging.basicConfig(level=logging.INFO)
    with Outbox(f"127.0.0.1:{unused_port()}", "orders") as outbox:
        for order in ORDERS:
            outbox.send(order)
        print("all orders are on their way", flush=True)
    print("delivered", outbox.delivered)


if __name__ == "__main__":
    main()
