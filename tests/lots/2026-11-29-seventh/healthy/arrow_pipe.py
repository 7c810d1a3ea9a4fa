"""Batches of Arrow go through a pipe, from a thread to a slow reader: the pipe is full at times."""

import os
import threading
import time

import pyarrow

schema = pyarrow.schema([("n", pyarrow.int64())])


def write(file):
    with pyarrow.ipc.new_stream(file, schema) as stream:
        for start in range(1000):
            numbers = list(range(start, start + 20000))
            stream.write_batch(pyarrow.record_batch([numbers], schema=schema))


if __name__ == "__main__":
    reader, writer = os.pipe()
    threading.Thread(target=write, args=[os.fdopen(writer, "wb")], name="writer", daemon=True).start()
    with pyarrow.ipc.open_stream(os.fdopen(reader, "rb")) as stream:
        for batch in stream:
            print(batch.num_rows, flush=True)
            time.sleep(3)
