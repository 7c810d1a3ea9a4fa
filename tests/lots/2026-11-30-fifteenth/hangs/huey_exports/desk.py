import threading

from jobs import bundle, export, huey


class Desk:
    """Orders exports, cancels those that nobody wants any more, bundles the rest."""

    def __init__(self):
        self.orders = {}
        self._guard = threading.Lock()

    def order(self, customer, rows):
        with self._guard:
            if customer in self.orders:
                return False
            self.orders[customer] = export.schedule((customer, rows), delay=1)
            return True

    def cancel(self, customer):
        with self._guard:
            result = self.orders.get(customer)
        if result is not None:
            result.revoke()
        return result is not None

    def close(self):
        with self._guard:
            results = list(self.orders.values())
        sizes = [result.get(blocking=True) for result in results]
        return bundle(sizes).get(blocking=True)

    def open_orders(self):
        return huey.pending_count() + huey.scheduled_count()
