# healthy: python=3.8-3.15
import heapq
import itertools
import threading
import time

threading.excepthook = lambda failure: None


class Order:
    def __init__(self, work):
        self.work = work
        self.pages = []
        self.printed = threading.Event()

    def answer(self):
        self.printed.wait()
        return self.pages


class Shelf:
    """Orders, the most urgent first."""

    def __init__(self):
        self.waiting = []
        self.numbers = itertools.count()
        self.filled = threading.Semaphore(0)
        self.lock = threading.Lock()

    def put(self, urgency, order):
        with self.lock:
            heapq.heappush(self.waiting, (urgency, next(self.numbers), order))
        self.filled.release()
        return order

    def take(self):
        self.filled.acquire()
        with self.lock:
            return heapq.heappop(self.waiting)[2]


class Press(threading.Thread):
    def __init__(self, shelf):
        super().__init__(daemon=True)
        self.shelf = shelf

    def run(self):
        while True:
            self.print(self.shelf.take())

    def print(self, order):
        order.pages += order.work()
        order.printed.set()


def beat():
    while True:
        time.sleep(0.1)


def sheet():
    time.sleep(30)
    return ["sheet"]


def booklet():
    return [page for _ in range(2) for page in sheets.put(2, Order(sheet)).answer()]


shelf, sheets = Shelf(), Shelf()
threading.Thread(target=beat, daemon=True).start()
booklets = [shelf.put(1, Order(booklet)) for _ in range(3)]
for _ in range(2):
    Press(shelf).start()
Press(sheets).start()
time.sleep(0.3)
print("READY", flush=True)
print([one.answer() for one in booklets])
