"""A ledger by XML-RPC: one clerk books, one waits for every tenth row, one closes the day."""

import itertools
import threading
import time
import xmlrpc.client

from ledger import Ledger, Server


def clerk(address):
    with xmlrpc.client.ServerProxy(address) as ledger:
        for number in itertools.count():
            ledger.add(["rent", "paper", "stamps"][number % 3], number)
            time.sleep(3)


def auditor(address):
    with xmlrpc.client.ServerProxy(address) as ledger:
        for number in itertools.count(10, 10):
            print("audit of", ledger.wait_for(number), flush=True)


def closer(address):
    with xmlrpc.client.ServerProxy(address) as ledger:
        while True:
            print(ledger.close_day(), flush=True)
            time.sleep(2)


def main():
    with Server(("127.0.0.1", 0), logRequests=False, allow_none=True) as server:
        server.register_instance(Ledger())
        address = "http://127.0.0.1:%d" % server.server_address[1]
        for target in (clerk, auditor, closer):
            threading.Thread(target=target, args=(address,), name=target.__name__, daemon=True).start()
        server.serve_forever()


if __name__ == "__main__":
    main()
