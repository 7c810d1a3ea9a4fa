"""Tables of taxes, which a thread reloads now and then."""

import threading
import time


class Tables:
    def __init__(self):
        self._guard = threading.Lock()
        self._rates = {}
        self.reload()

    def reload(self):
        with self._guard:
            time.sleep(0.4)
            self._rates = {country: 0.15 + n / 100 for n, country in enumerate("ABCDEF")}

    def rate(self, country):
        with self._guard:
            return self._rates[country]

    def keep_fresh(self, pause):
        def run():
            while True:
                self.reload()
                time.sleep(pause)

        threading.Thread(target=run, name="tables", daemon=True).start()


tables = Tables()
