import threading

import bcrypt


class Accounts:
    def __init__(self, rounds):
        self.rounds = rounds
        self.hashes = {}
        self.lock = threading.Lock()

    def add(self, name, password):
        hashed = bcrypt.hashpw(password.encode(), bcrypt.gensalt(self.rounds))
        with self.lock:
            self.hashes[name] = hashed
            print(name, flush=True)
