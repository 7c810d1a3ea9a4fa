# hang: cause=self-deadlock confidence=certain python=3.8-3.15 core=no
import multiprocessing


class Ledger:
    def __init__(self, lock):
        self.lock = lock

    def enter(self, amount):
        with self.lock:
            if amount > 2:
                self.lock.acquire()  # <-- here


def work(ledger):
    for amount in range(5):
        ledger.enter(amount)


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    process = context.Process(target=work, args=(Ledger(context.Lock()),))
    process.start()
    print("READY", flush=True)
    process.join()
