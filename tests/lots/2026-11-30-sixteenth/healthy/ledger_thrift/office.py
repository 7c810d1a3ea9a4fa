"""A ledger by Thrift: clerks book, and the day is closed again and again."""

import argparse
import itertools
import logging
import pathlib
import socket
import threading
import time

import thriftpy2
from thriftpy2.rpc import client_context, make_server

from desk import Desk

thrift = thriftpy2.load(str(pathlib.Path(__file__).with_name("ledger.thrift")), module_name="ledger_thrift")
with socket.create_server(("127.0.0.1", 0)) as free:
    PORT = free.getsockname()[1]
log = logging.getLogger("office")
WAIT = 3_600_000


class Employee(threading.Thread):
    """Works by way of a connection of its own."""

    def __init__(self, name, pause):
        super().__init__(name=name, daemon=True)
        self.pause = pause

    def run(self):
        time.sleep(1)
        with client_context(
            thrift.Ledger, "127.0.0.1", PORT, connect_timeout=20_000, socket_timeout=WAIT
        ) as ledger:
            for turn in itertools.count(1):
                self.work(ledger, turn)
                time.sleep(self.pause)


class Clerk(Employee):
    def __init__(self, account, cents):
        super().__init__(account, 3)
        self.cents = cents

    def work(self, ledger, turn):
        total = ledger.book(thrift.Entry(account=self.name, cents=self.cents))
        log.info("%s: %.2f after %d", self.name, total / 100, turn)


class Closer(Employee):
    def __init__(self):
        super().__init__("closer", 2)

    def work(self, ledger, turn):
        log.info("day %d is closed", ledger.close_day())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--accounts", nargs="*", default=["rent", "paper", "tea"])
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    server = make_server(thrift.Ledger, Desk(), "127.0.0.1", PORT, client_timeout=WAIT)
    for number, account in enumerate(options.accounts, start=1):
        Clerk(account, number * 1250).start()
    Closer().start()
    server.serve()


if __name__ == "__main__":
    main()
