import threading
import time

from dishka import Provider, Scope, provide


class Roaster:
    def __init__(self):
        self.hot = True

    def roast(self, kilos):
        time.sleep(kilos)
        return kilos * 0.85


class Warehouse:
    def __init__(self, roaster):
        self._lock = threading.Lock()
        self.roaster = roaster
        self.kilos = 0.0

    def fill(self, kilos):
        with self._lock:
            self.kilos += self.roaster.roast(kilos)

    def take(self, kilos):
        with self._lock:
            self.kilos -= kilos
            return self.kilos


class Customer:
    def __init__(self, warehouse, number):
        self.warehouse = warehouse
        self.number = number

    def buy(self):
        return self.number, self.warehouse.take(1)


class Machines(Provider):
    scope = Scope.APP

    @provide
    def roaster(self) -> Roaster:
        time.sleep(20)
        return Roaster()

    @provide
    def warehouse(self, roaster: Roaster) -> Warehouse:
        return Warehouse(roaster)


class Visits(Provider):
    scope = Scope.REQUEST

    def __init__(self):
        super().__init__()
        self._count = 0

    @provide
    def customer(self, warehouse: Warehouse) -> Customer:
        time.sleep(1)
        self._count += 1
        return Customer(warehouse, self._count)
