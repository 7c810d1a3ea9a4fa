import hashlib
import os
import threading


class Vault:
    def __init__(self):
        self.lock = threading.Lock()
        self.keys = {}

    def stretch(self, word):
        salt = os.urandom(16)
        with self.lock:
            key = word.encode()
            for _ in range(25):
                key = hashlib.scrypt(key, salt=salt, n=1 << 15, r=8, p=2, maxmem=1 << 27)
            self.keys[word] = key


def worker(vault, prefix):
    for number in range(10_000):
        vault.stretch(f"{prefix}-{number}")
        print(prefix, number, flush=True)


if __name__ == "__main__":
    vault = Vault()
    threads = [threading.Thread(target=worker, args=(vault, name)) for name in ("north", "south")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
