"""Print what a flight recorder has written: python dump.py [FILE]"""

import sys
import tempfile

from frames import FLIGHT, HEAD, RECORD


def sample(target, ticks=120):
    target.write(HEAD.build({"plane": "D-EGLE", "start": 1_700_000_000}))
    for tick in range(ticks):
        body = {"height": 3.5 * tick, "speed": 120 + tick % 7}
        target.write(RECORD.build({"kind": 1, "tick": tick, "body": body}))
        if tick % 10 == 0:
            body = {"engine": 1, "rpm": 2300 + tick}
            target.write(RECORD.build({"kind": 2, "tick": tick, "body": body}))
    target.flush()


class Summary:
    def __init__(self, flight):
        self.plane = flight.head.plane
        self.records = [record for record in flight.records if record is not None]

    def height(self):
        return max(record.body.height for record in self.records if record.kind == 1)

    def __str__(self):
        return f"{self.plane}: {len(self.records)} records, up to {self.height():.0f} m"


def main(path=None):
    with tempfile.NamedTemporaryFile() as made:
        if path is None:
            sample(made)
            path = made.name
        print("reading", path.rpartition("/")[2], flush=True)
        print(Summary(FLIGHT.parse_file(path)))


if __name__ == "__main__":
    main(*sys.argv[1:])
