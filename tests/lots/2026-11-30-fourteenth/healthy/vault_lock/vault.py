"""A vault of documents. Sealing is slow, on purpose, and nobody may look meanwhile."""

import contextlib
import hashlib
import logging
import threading
import time

log = logging.getLogger("vault")


class Vault:
    def __init__(self, rounds):
        self.rounds = rounds
        self.door = threading.Lock()
        self.sealed = {}

    @contextlib.contextmanager
    def entered(self):
        begun = time.monotonic()
        self.door.acquire()
        waited = time.monotonic() - begun
        try:
            yield waited
        finally:
            self.door.release()

    def seal(self, name, text):
        with self.entered():
            key = text.encode()
            for _ in range(self.rounds):
                key = hashlib.pbkdf2_hmac("sha256", key, name.encode(), 2_000_000)
            self.sealed[name] = key.hex()

    def look(self, name):
        with self.entered() as waited:
            log.info("%s was looked at after %.0f s", name, waited)
            return self.sealed.get(name)
