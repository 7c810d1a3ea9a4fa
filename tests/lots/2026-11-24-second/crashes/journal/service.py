import contextlib
import dataclasses
import time

import journal


class Connection:
    """A connection, whose end is noted as well."""

    def __init__(self, peer):
        self.peer = peer
        self.requests = 0
        journal.write(f"{peer} has come")

    def request(self, text):
        self.requests += 1
        return text.upper()

    def __del__(self):
        journal.write(f"{self.peer} has gone after {self.requests} requests")  # <-- here


@dataclasses.dataclass
class Service:
    connections: dict = dataclasses.field(default_factory=dict)

    @contextlib.contextmanager
    def peer(self, name):
        if name not in self.connections:
            self.connections[name] = Connection(name)
        yield self.connections[name]

    def forget(self, name):
        self.connections.pop(name, None)


service = Service()
for name in ("ada", "ben", "ada", "eve"):
    with service.peer(name) as peer:
        print(peer.request(f"hello from {name}"))
service.forget("ben")
time.sleep(0.1)
print("ended", flush=True)
