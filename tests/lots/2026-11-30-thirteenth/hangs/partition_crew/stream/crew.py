import collections
import queue
import threading
import time


class Crew:
    """Threads that handle messages, and know how many of each partition are in hand."""

    def __init__(self, size, handle):
        self.handle = handle
        self.work = queue.Queue(maxsize=64)
        self.in_hand = collections.Counter()
        self.quiet = threading.Condition()
        self.consumer = None
        self.threads = [
            threading.Thread(target=self._run, name=f"hand {n}", daemon=True) for n in range(size)
        ]

    def start(self, consumer):
        self.consumer = consumer
        for thread in self.threads:
            thread.start()

    def give(self, partition, offset, value):
        with self.quiet:
            self.in_hand[partition] += 1
        self.work.put((partition, offset, value))

    def drain(self, partitions):
        """Wait until nothing of these partitions is in hand any more."""
        with self.quiet:
            self.quiet.wait_for(lambda: not any(self.in_hand[p] for p in partitions))

    def _run(self):
        while True:
            partition, offset, value = self.work.get()
            self.handle(value)
            time.sleep(0.05)
            self.consumer.commit(partition, offset + 1)
            with self.quiet:
                self.in_hand[partition] -= 1
                self.quiet.notify_all()
