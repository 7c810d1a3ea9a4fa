# hang: cause=waits-for-nobody confidence=certain|likely python=3.8-3.15 first=yes
import threading


class Model:
    def __init__(self):
        self.loaded = threading.Event()

    def load(self):
        try:
            raise OSError("weights.bin is missing")
        except OSError:
            return
        self.loaded.set()

    def predict(self):
        self.loaded.wait()  # <-- here


model = Model()
threading.Thread(target=model.load).start()
worker = threading.Thread(target=model.predict, name="predict")
worker.start()
print("READY", flush=True)
worker.join()
