# hang: cause=self-deadlock confidence=likely python=3.8-3.15 names=bills
import queue
import threading
import time


class Reply:
    def __init__(self):
        self.ready = threading.Event()
        self.value = None

    def get(self):
        self.ready.wait()  # <-- here
        return self.value


class Service(threading.Thread):
    """Does what it is asked for, one at a time."""

    def __init__(self, name):
        super().__init__(name=name, daemon=True)
        self.box = queue.Queue()
        self.start()

    def run(self):
        while True:
            reply, work, given = self.box.get()
            reply.value = work(*given)
            reply.ready.set()

    def ask(self, work, *given):
        reply = Reply()
        self.box.put((reply, work, given))
        return reply


def beat():
    while True:
        time.sleep(0.1)


def price(number):
    return number * 2


def bill(number):
    return bills.ask(price, number).get()  # <-- here


threading.Thread(target=beat, daemon=True).start()
bills = Service("bills")
print("READY", flush=True)
print(bills.ask(bill, 3).get())
