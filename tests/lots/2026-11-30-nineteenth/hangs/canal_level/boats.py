import dataclasses
import time


@dataclasses.dataclass(frozen=True)
class Boat:
    name: str
    depth: float
    minutes: float

    def pass_through(self):
        time.sleep(self.minutes / 60)


FLEET = [Boat("Adele", 0.9, 12), Boat("Berta", 1.1, 10), Boat("Clio", 1.0, 15), Boat("Dora", 1.8, 12), Boat("Emmy", 1.2, 6)]
