"""Weather as Arrow's stream: what writes it and what reads it may be anything with a file."""

import dataclasses
import os
import random
import threading
import time

import pyarrow


@dataclasses.dataclass
class Station:
    name: str
    seed: int

    def batch(self, rows):
        draw = random.Random(self.seed)
        self.seed += 1
        return pyarrow.record_batch(
            {
                "station": [self.name] * rows,
                "degrees": [draw.gauss(9, 4) for _ in range(rows)],
                "wind": [abs(draw.gauss(0, 12)) for _ in range(rows)],
            }
        )


class Pipe:
    """A stream from one end to the other."""

    def __init__(self, schema):
        reader, writer = os.pipe()
        self.schema = schema
        self.source = os.fdopen(reader, "rb")
        self.sink = os.fdopen(writer, "wb")

    def write(self, batches):
        with pyarrow.ipc.new_stream(self.sink, self.schema) as stream:
            for batch in batches:
                stream.write_batch(batch)
        self.sink.close()

    def read(self):
        with pyarrow.ipc.open_stream(self.source) as stream:
            return stream.read_all()


class Heartbeat(threading.Thread):
    def __init__(self):
        super().__init__(name="heartbeat", daemon=True)
        self.beats = 0

    def run(self):
        while True:
            time.sleep(0.5)
            self.beats += 1


def copy(batches):
    """Through the stream and back, as a test of both."""
    pipe = Pipe(batches[0].schema)
    pipe.write(batches)
    return pipe.read()


def main():
    Heartbeat().start()
    station = Station("Brocken", 11)
    for rows in (10, 100, 1000, 10000):
        table = copy([station.batch(rows) for _ in range(2)])
        print(rows, table.num_rows, round(max(table["wind"].to_pylist()), 1), flush=True)


if __name__ == "__main__":
    main()
