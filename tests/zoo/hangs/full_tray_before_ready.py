# hang: cause=deadlock confidence=likely python=3.8-3.15
import queue
import threading


class Press:
    def __init__(self, tray):
        self.tray = queue.Queue(maxsize=tray)
        self.ready = threading.Event()

    def feed(self, pages):
        for page in range(pages):
            self.tray.put(page)  # <-- here
        self.ready.set()

    def empty(self, pages):
        self.ready.wait()  # <-- here
        for _ in range(pages):
            print(self.tray.get())


press = Press(8)
feeder = threading.Thread(target=press.feed, args=(12,), name="feeder")
taker = threading.Thread(target=press.empty, args=(12,), name="taker")
feeder.start()
taker.start()
print("READY", flush=True)
feeder.join()
