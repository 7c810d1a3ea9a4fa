"""A desk for tickets, as a service of rpyc."""

import threading
import time

import rpyc
from rpyc.utils.server import ThreadedServer


class DeskService(rpyc.Service):
    def __init__(self):
        self.tickets = {}
        self.watchers = []

    def exposed_watch(self, callback):
        self.watchers.append(callback)

    def exposed_open(self, title):
        number = len(self.tickets) + 1
        self.tickets[number] = title
        for callback in self.watchers:
            callback(number, title)
        return number


def start_desk():
    server = ThreadedServer(
        DeskService(),
        hostname="127.0.0.1",
        port=0,
        protocol_config={"allow_public_attrs": True, "sync_request_timeout": None},
    )
    threading.Thread(target=server.start, name="desk", daemon=True).start()
    while not server.active:
        time.sleep(0.05)
    return server.port
