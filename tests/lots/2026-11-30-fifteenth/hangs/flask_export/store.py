import random
import threading


class Store:
    def __init__(self, rows, seed=3):
        rng = random.Random(seed)
        self.lock = threading.Lock()
        self.rows = {
            f"A{number:06d}": [rng.randrange(1, 500), rng.randrange(10, 9999) / 100]
            for number in range(rows)
        }
        self.changes = 0

    def set_pieces(self, article, pieces):
        with self.lock:
            self.rows[article][0] = pieces
            self.changes += 1

    def everything(self):
        with self.lock:
            for article, (pieces, price) in self.rows.items():
                note = "counted by hand, see the shelf's card".ljust(60, ".")
                yield f"{article};{pieces};{price:.2f};{note}\n"
