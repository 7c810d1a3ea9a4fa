import signal
import threading

from store import Store


class Clerk(threading.Thread):
    def __init__(self, name, store, count):
        super().__init__(name=name)
        self.store = store
        self.count = count
        self.sold = 0

    def run(self):
        for number in range(self.count):
            self.store.sell(self.name, number)
            self.sold += 1


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    store = Store()
    clerks = [Clerk(f"clerk {i}", store, 60) for i in range(8)]
    for clerk in clerks:
        clerk.start()
    for clerk in clerks:
        clerk.join()
    print(store.total())


if __name__ == "__main__":
    main()
