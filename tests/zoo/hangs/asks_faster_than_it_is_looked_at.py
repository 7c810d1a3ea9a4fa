# hang: cause=deadlock confidence=likely watch=yes
import queue
import threading


class Press:
    def __init__(self):
        self.ink = threading.Lock()
        self.sheets = queue.Queue(2)
        self.off = threading.Event()

    def feed(self):
        with self.ink:
            for sheet in range(50):
                while not self.off.is_set():
                    try:
                        self.sheets.put(sheet, timeout=0.0005)  # <-- here
                        break
                    except queue.Full:
                        continue

    def print(self):
        for _ in range(50):
            sheet = self.sheets.get()
            with self.ink:  # <-- here
                print("sheet", sheet)


press = Press()
print("READY", flush=True)
for work in (press.feed, press.print):
    threading.Thread(target=work, name=work.__name__).start()
