import queue
import threading
import time


class Batcher:
    def __init__(self, size, patience):
        self.sheets = queue.SimpleQueue()
        self.size = size
        self.patience = patience

    def batches(self):
        batch = []
        while True:
            try:
                batch.append(self.sheets.get(timeout=self.patience))
            except queue.Empty:
                pass
            if len(batch) == self.size:
                yield batch
                batch = []


def press(batcher):
    for number in range(100_000):
        time.sleep(9)
        batcher.sheets.put(f"sheet {number}")


if __name__ == "__main__":
    batcher = Batcher(3, 20)
    threading.Thread(target=press, args=(batcher,), name="press", daemon=True).start()
    for batch in batcher.batches():
        print(batch, flush=True)
