import threading
import time
from socketserver import ThreadingMixIn
from xmlrpc.server import SimpleXMLRPCServer


class Ledger:
    def __init__(self):
        self._rows = []
        self._closing = threading.RLock()
        self._changed = threading.Condition(self._closing)

    def add(self, account, amount):
        with self._changed:
            self._rows.append((account, amount))
            self._changed.notify_all()
            return len(self._rows)

    def wait_for(self, number):
        with self._changed:
            self._changed.wait_for(lambda: len(self._rows) >= number)
            return len(self._rows)

    def close_day(self):
        with self._closing:
            totals = {}
            for account, amount in self._rows[-20:]:
                totals[account] = totals.get(account, 0) + amount
                time.sleep(0.4)
            return totals


class Server(ThreadingMixIn, SimpleXMLRPCServer):
    daemon_threads = True
