"""What is in stock, in a manager's process, and its lock."""

from multiprocessing.managers import SyncManager


class StockManager(SyncManager):
    pass


class Stock:
    def __init__(self, manager):
        self.items = manager.dict()
        self.lock = manager.Lock()

    def put(self, item, number):
        self.lock.acquire()
        self.items[item] = self.items.get(item, 0) + number
        self.lock.release()

    def take(self, item, number):
        """Take some of an item away; KeyError where there is none of it."""
        self.lock.acquire()
        left = self.items[item] - number
        if left < 0:
            self.lock.release()
            return False
        self.items[item] = left
        self.lock.release()
        return True
