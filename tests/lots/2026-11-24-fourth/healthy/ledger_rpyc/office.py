"""An office: three desks book in the same ledger, the boss closes months."""

import itertools
import signal
import sys
import threading
import time

import rpyc
from interest import Interest
from ledger import LedgerService
from rpyc.utils.server import ThreadedServer

CONFIG = {"sync_request_timeout": None}


def desk(port, name):
    ledger = rpyc.connect("127.0.0.1", port, config=CONFIG).root
    for number in itertools.count():
        ledger.book(name, number * 100)


def boss(port):
    ledger = rpyc.connect("127.0.0.1", port, config=CONFIG).root
    while True:
        print("month:", ledger.close_month(), flush=True)
        time.sleep(2)


def closing(number, frame):
    print("the office closes", flush=True)
    sys.exit(0)


def main():
    signal.signal(signal.SIGTERM, closing)
    Interest(LedgerService).start()
    server = ThreadedServer(LedgerService, hostname="127.0.0.1", port=0, protocol_config=CONFIG)
    for name in ("north", "south", "west"):
        thread = threading.Thread(target=desk, args=(server.port, name), name=name, daemon=True)
        threading.Timer(0.5, thread.start).start()
    threading.Timer(1, boss, args=(server.port,)).start()
    server.start()


if __name__ == "__main__":
    main()
