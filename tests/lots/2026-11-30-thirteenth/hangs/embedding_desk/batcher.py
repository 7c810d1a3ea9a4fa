import concurrent.futures
import threading
import time


class Batcher:
    """Collects texts for some milliseconds and hands them to the model together."""

    def __init__(self, model, most=16, patience=1.0):
        self.model = model
        self.most = most
        self.patience = patience
        self._waiting = {}
        self._some = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="batcher", daemon=True)
        self._thread.start()

    def embed(self, text):
        future = concurrent.futures.Future()
        with self._some:
            self._waiting[text] = future
            self._some.notify()
        return future.result()

    def _take(self):
        with self._some:
            self._some.wait_for(lambda: self._waiting)
        time.sleep(self.patience)
        with self._some:
            texts = list(self._waiting)[: self.most]
            return {text: self._waiting.pop(text) for text in texts}

    def _run(self):
        while True:
            batch = self._take()
            try:
                vectors = self.model.encode(list(batch))
            except Exception as error:
                for future in batch.values():
                    future.set_exception(error)
                continue
            for future, vector in zip(batch.values(), vectors):
                future.set_result(vector)
