"""What a chain of pumps does to a flow, as a formula."""

import symengine

flow = symengine.Symbol("q")


class Pump:
    def __init__(self, name, lift, droop):
        self.name = name
        self.lift = lift
        self.droop = droop

    def __call__(self, term):
        return self.lift - self.droop * symengine.sin(term)


class Chain:
    def __init__(self, pumps):
        self.pumps = pumps

    def term(self, rounds):
        """The formula behind so many rounds through all pumps."""
        term = flow
        for _ in range(rounds):
            for pump in self.pumps:
                term = pump(term)
        return term
