"""The warehouse's side: a service that tells its clients of what changes."""

import sys

import rpyc
from rpyc.utils.server import ThreadedServer


class WarehouseService(rpyc.Service):
    stock = {"bolt": 400, "nut": 380, "washer": 90}
    listeners = []

    def exposed_listen(self, callback):
        self.listeners.append(callback)

    def exposed_take(self, article, count):
        left = self.stock[article] - count
        if left < 0:
            raise ValueError(f"only {self.stock[article]} of {article}")
        self.stock[article] = left
        for callback in self.listeners:
            callback(article, left)
        return left

    def exposed_count(self, article):
        return self.stock[article]


if __name__ == "__main__":
    server = ThreadedServer(
        WarehouseService,
        hostname="127.0.0.1",
        port=0,
        protocol_config={"allow_public_attrs": True, "sync_request_timeout": None},
    )
    print(server.port, flush=True)
    server.start()
    sys.exit(0)
