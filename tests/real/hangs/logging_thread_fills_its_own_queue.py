# The thread that empties the queue of messages reports a failure, by the same queue, which is full.
# https://github.com/release-engineering/kobo/pull/257
import queue
import threading


class LoggingThread(threading.Thread):
    def __init__(self):
        super().__init__(name="logging")
        self.queue = queue.Queue(10)

    def write(self, text):
        self.queue.put(text)  # <-- here

    def run(self):
        while (text := self.queue.get()) is not None:
            try:
                self.upload(text)
            except ConnectionError as error:
                self.write(f"not uploaded: {error}")
                self.write(text)  # <-- here

    def upload(self, text):
        raise ConnectionError("hub is down")


log = LoggingThread()
for number in range(10):
    log.write(f"step {number}")
log.start()
print("READY", flush=True)
log.write(None)  # <-- also
log.join()  # <-- also
