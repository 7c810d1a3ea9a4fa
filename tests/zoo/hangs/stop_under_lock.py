# hang: cause=deadlock confidence=certain python=3.8-3.15
import threading
import time


class Service:
    def __init__(self):
        self.lock = threading.Lock()
        self.running = True
        self.thread = threading.Thread(target=self.loop, name="service")

    def loop(self):
        while True:
            time.sleep(0.1)
            with self.lock:  # <-- here
                if not self.running:
                    return

    def stop(self):
        with self.lock:  # <-- here
            self.running = False
            time.sleep(0.3)
            self.thread.join()  # <-- here


service = Service()
service.thread.start()
print("READY", flush=True)
service.stop()
