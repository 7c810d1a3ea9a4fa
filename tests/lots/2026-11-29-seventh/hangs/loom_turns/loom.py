"""A loom: one thread lays the yarn, another one beats it in."""

import dataclasses
import threading
import time

from turns import Turns


@dataclasses.dataclass
class Cloth:
    width: int
    rows: list = dataclasses.field(default_factory=list)

    def __len__(self):
        return len(self.rows)


class Loom:
    def __init__(self, cloth):
        self.cloth = cloth
        self.laid = Turns("laid")
        self.room = Turns("room", first=4)
        self.yarn = []

    def lay(self, count):
        for number in range(count):
            self.room.take()
            self.yarn.append("-" * self.cloth.width if number % 2 else "=" * self.cloth.width)
            self.laid.give()

    def beat(self, count):
        for _ in range(count):
            self.laid.take()
            time.sleep(0.02)
            while self.yarn:
                self.cloth.rows.append(self.yarn.pop(0))
                self.room.give()


def weave(rows, width):
    loom = Loom(Cloth(width))
    threads = [
        threading.Thread(target=loom.lay, args=[rows], name="layer"),
        threading.Thread(target=loom.beat, args=[rows], name="beater"),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return loom.cloth


if __name__ == "__main__":
    print(len(weave(40, 30)), "rows", flush=True)
