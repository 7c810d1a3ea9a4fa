# healthy:
import queue
import threading
import time


class Press:
    def __init__(self):
        self.ink = threading.Lock()
        self.sheets = queue.Queue(2)

    def feed(self):
        for sheet in range(100_000):
            while True:
                try:
                    self.sheets.put(sheet, timeout=0.0005)
                    break
                except queue.Full:
                    continue

    def print(self):
        while True:
            self.sheets.get()
            with self.ink:
                time.sleep(0.4)


press = Press()
print("READY", flush=True)
for work in (press.feed, press.print):
    threading.Thread(target=work, name=work.__name__).start()
