# A pickup is planned at a stop that the model does not have: a check of the library ends the
# process.
# https://github.com/google/or-tools/issues/1349
from ortools.constraint_solver import pywrapcp

manager = pywrapcp.RoutingIndexManager(5, 1, 0)
routing = pywrapcp.RoutingModel(manager)


def plan(routing, orders):
    for pickup, delivery in orders:
        routing.AddPickupAndDelivery(pickup, delivery)  # <-- here


plan(routing, [(1, 2), (49, 3)])
print(routing.Solve())
