import threading

import grpc

from service import SERVICE


class Bureau:
    """A table of rates that fills itself, answer by answer."""

    def __init__(self, port):
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        self._rate = self.channel.unary_unary(f"/{SERVICE}/Rate")
        self._codes = self.channel.unary_unary(f"/{SERVICE}/Codes")
        self.table = {}
        self.full = threading.Event()

    def fill(self):
        call = self._codes.future(b"")
        call.add_done_callback(self._got_codes)
        return call

    def _got_codes(self, call):
        codes = call.result().decode().split(",")
        calls = {code: self._rate.future(code.encode()) for code in codes}
        for code, rate in calls.items():
            self.table[code] = float(rate.result())
        self.full.set()

    def convert(self, amount, source, target):
        return amount / self.table[source] * self.table[target]

    def close(self):
        self.channel.close()
