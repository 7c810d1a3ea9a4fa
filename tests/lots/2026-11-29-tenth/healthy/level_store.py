"""LevelDB (plyvel): a writer and a reader in threads, thousands of small batches."""

import tempfile
import threading
import time

import plyvel


def write(store, stop):
    number = 0
    while not stop.is_set():
        with store.write_batch() as batch:
            for _ in range(50):
                batch.put(b"%08d" % (number % 5000), b"x" * 100)
                number += 1
        time.sleep(0.02)


with tempfile.TemporaryDirectory() as folder:
    store = plyvel.DB(folder, create_if_missing=True)
    stop = threading.Event()
    writer = threading.Thread(target=write, args=(store, stop), name="writer")
    writer.start()
    for minute in range(900):
        print(minute, sum(1 for _ in store.iterator(include_value=False)), flush=True)
        time.sleep(0.1)
    stop.set()
    writer.join()
    store.close()
