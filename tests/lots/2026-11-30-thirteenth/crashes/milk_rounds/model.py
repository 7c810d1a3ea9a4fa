"""Rounds of the milk lorries, by OR-tools."""

import logging

from ortools.constraint_solver import pywrapcp, routing_enums_pb2

log = logging.getLogger(__name__)


class Rounds:
    def __init__(self, names, minutes, lorries):
        self.names = names
        self.minutes = minutes
        self.manager = pywrapcp.RoutingIndexManager(len(names), lorries, 0)
        self.routing = pywrapcp.RoutingModel(self.manager)
        self.transit = self.routing.RegisterTransitCallback(self._minutes)
        self.routing.SetArcCostEvaluatorOfAllVehicles(self.transit)

    def _minutes(self, start, end):
        return self.minutes[self.manager.IndexToNode(start)][self.manager.IndexToNode(end)] + 6

    def limit_time(self, most, wait=30):
        self.routing.AddDimension(self.transit, wait, most, False, "Minutes")
        return self

    def limit_litres(self, litres, tank, lorries):
        demand = self.routing.RegisterUnaryTransitCallback(lambda at: litres[self.manager.IndexToNode(at)])
        self.routing.AddDimensionWithVehicleCapacity(demand, 0, [tank] * lorries, True, "Litres")
        return self

    def open_hours(self, hours):
        time = self.routing.GetDimensionOrDie("Time")
        for farm, (first, last) in hours.items():
            at = self.manager.NodeToIndex(self.names.index(farm))
            time.CumulVar(at).SetRange(first, last)
        return self

    def solve(self, seconds):
        search = pywrapcp.DefaultRoutingSearchParameters()
        search.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
        search.time_limit.seconds = seconds
        return self.routing.SolveWithParameters(search)

    def routes(self, solution, lorries):
        for lorry in range(lorries):
            at = self.routing.Start(lorry)
            stops = []
            while not self.routing.IsEnd(at):
                stops.append(self.names[self.manager.IndexToNode(at)])
                at = solution.Value(self.routing.NextVar(at))
            yield stops
