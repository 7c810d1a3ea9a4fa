# hang: cause=deadlock confidence=certain python=3.8-3.15 names=pay-1,pay-2 first=yes
import threading
import time


class Account:
    def __init__(self, name):
        self.name = name
        self.lock = threading.Lock()
        self.balance = 100


def transfer(source, target, amount):
    with source.lock:  # <-- here
        time.sleep(0.2)
        with target.lock:  # <-- here
            source.balance -= amount
            target.balance += amount


def main():
    a, b = Account("a"), Account("b")
    threads = [
        threading.Thread(target=transfer, args=(a, b, 10), name="pay-1"),
        threading.Thread(target=transfer, args=(b, a, 20), name="pay-2"),
    ]
    for thread in threads:
        thread.start()
    print("READY", flush=True)
    for thread in threads:
        thread.join()


main()
