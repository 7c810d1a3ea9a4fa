import concurrent.futures
import logging
import queue
import threading

log = logging.getLogger("metrics")


class Exporter(threading.Thread):
    def __init__(self, take, collector, period):
        super().__init__(name="exporter", daemon=True)
        self.take = take
        self.collector = collector
        self.period = period
        self.wanted = queue.SimpleQueue()
        self.senders = concurrent.futures.ThreadPoolExecutor(2, "sender")

    def flush(self):
        """Have all sent, and come back when it is."""
        sent = threading.Event()
        self.wanted.put(sent)
        sent.wait()

    def run(self):
        while True:
            try:
                sent = self.wanted.get(timeout=self.period)
            except queue.Empty:
                sent = None
            self.export()
            if sent:
                sent.set()

    def export(self):
        parts = [(name, number) for name, number in self.take().items()]
        futures = [self.senders.submit(self.collector, *part) for part in parts]
        for future in concurrent.futures.as_completed(futures):
            log.info("sent %s", future.result())
