"""Keys for a vault out of words, by argon2; each of them takes long, as it should."""

import threading
from concurrent.futures import ThreadPoolExecutor

from argon2.low_level import Type, hash_secret_raw

SETTINGS = {"time_cost": 12, "memory_cost": 65536, "parallelism": 1, "hash_len": 32, "type": Type.ID}


class Vault:
    def __init__(self):
        self.opened = threading.Condition()
        self.keys = {}

    def unlock(self, drawer, words):
        key = hash_secret_raw(words.encode(), f"drawer {drawer:08d}".encode(), **SETTINGS)
        with self.opened:
            self.keys[drawer] = key
            self.opened.notify_all()

    def wait_for(self, drawer):
        with self.opened:
            self.opened.wait_for(lambda: drawer in self.keys)
            return self.keys[drawer].hex()


def main():
    vault = Vault()
    with ThreadPoolExecutor(1) as pool:
        for drawer in range(60):
            pool.submit(vault.unlock, drawer, f"correct horse {drawer}")
        for drawer in range(60):
            print(drawer, vault.wait_for(drawer)[:16], flush=True)


if __name__ == "__main__":
    main()
