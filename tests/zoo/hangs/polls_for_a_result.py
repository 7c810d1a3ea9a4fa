# hang: cause=busy-loop confidence=likely watch=yes python=3.8-3.15 text=value
import threading
import time


class Result:
    value = None

    def compute(self, text):
        self.value = int(text)


def wait_for(result):
    while result.value is None:  # <-- here~
        time.sleep(0.05)
    return result.value


result = Result()
threading.excepthook = lambda failure: None
threading.Thread(target=result.compute, args=("many",)).start()
print("READY", flush=True)
wait_for(result)
