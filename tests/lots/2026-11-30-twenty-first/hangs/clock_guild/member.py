"""A member of the guild: a workshop that answers by XML-RPC and asks the others."""

import contextlib
import threading
import xmlrpc.client
import xmlrpc.server


class Quiet(xmlrpc.server.SimpleXMLRPCRequestHandler):
    rpc_paths = ("/guild",)

    def log_request(self, *args):
        pass


class Member:
    def __init__(self, name, parts):
        self.name = name
        self.parts = dict(parts)
        self.others = {}
        self.server = xmlrpc.server.SimpleXMLRPCServer(("127.0.0.1", 0), Quiet, logRequests=False, allow_none=True)
        for function in (self.stock, self.price, self.deliver):
            self.server.register_function(function)
        self.thread = threading.Thread(target=self.server.serve_forever, name=name, daemon=True)

    @property
    def url(self):
        return "http://127.0.0.1:%d/guild" % self.server.server_address[1]

    @contextlib.contextmanager
    def _ask(self, other):
        with xmlrpc.client.ServerProxy(self.others[other], allow_none=True) as proxy:
            yield proxy

    def stock(self, part):
        return self.parts.get(part, [0, 0])[0]

    def price(self, part, buyer):
        """The price of a part; who buys much pays less."""
        _, price = self.parts[part]
        with self._ask(buyer) as proxy:
            regular = proxy.stock(part) > 10
        return price * (0.8 if regular else 1)

    def deliver(self, part, count, buyer):
        have, price = self.parts.get(part, [0, 0])
        if have >= count:
            self.parts[part] = [have - count, price]
            return [self.name, price * count]
        for other in self.others:
            if other != buyer:
                with self._ask(other) as proxy:
                    if proxy.stock(part) >= count:
                        return [other, proxy.price(part, self.name) * count]
        return None
