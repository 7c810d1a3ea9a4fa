"""The actors of a delivery service."""

import time

import pykka


class Depot(pykka.ThreadingActor):
    """Knows the parcels, and which van has which."""

    def __init__(self):
        super().__init__()
        self.parcels = {}
        self._dispatcher = None

    def meet(self, dispatcher):
        self._dispatcher = dispatcher

    def load(self, parcel, street):
        self.parcels[parcel] = street

    def next_for(self, van):
        time.sleep(0.2)
        position = self._dispatcher.position_of(van).get()
        best = min(self.parcels, key=lambda p: abs(self.parcels[p] - position), default=None)
        if best is not None:
            self._dispatcher.assigned(van, best)
            return best, self.parcels.pop(best)
        return None

    def weight_left(self):
        return 3 * len(self.parcels)


class Dispatcher(pykka.ThreadingActor):
    """Knows the vans, and plans their tours."""

    def __init__(self, depot):
        super().__init__()
        self._depot = depot
        self.positions = {"red": 3, "blue": 17}
        self.tours = {name: [] for name in self.positions}

    def position_of(self, van):
        return self.positions[van]

    def assigned(self, van, parcel):
        self.tours[van].append(parcel)

    def moved(self, van, street):
        self.positions[van] = street

    def plan(self):
        spare = {}
        for van, tour in self.tours.items():
            weight = self._depot.weight_left().get()
            spare[van] = 120 - weight - len(tour)
        return spare


class Van(pykka.ThreadingActor):
    def __init__(self, name, depot, dispatcher):
        super().__init__()
        self._name, self._depot, self._dispatcher = name, depot, dispatcher

    def tour(self):
        delivered = []
        while (found := self._depot.next_for(self._name).get()) is not None:
            parcel, street = found
            self._dispatcher.moved(self._name, street)
            delivered.append(parcel)
        return delivered
