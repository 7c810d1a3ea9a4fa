import gevent
from gevent.lock import BoundedSemaphore
from gevent.queue import Queue


class Printer:
    def __init__(self, name, seconds):
        self.name = name
        self.seconds = seconds
        self.lock = BoundedSemaphore(1)
        self.pages = 0

    def print_page(self, page):
        with self.lock:
            gevent.sleep(self.seconds)
            self.pages += 1


class Office:
    def __init__(self, printers):
        self.free = Queue()
        self.printers = printers
        for printer in printers:
            self.free.put(printer)

    def print_pages(self, pages):
        for page in pages:
            printer = self.free.get()
            try:
                printer.print_page(page)
            finally:
                self.free.put(printer)
