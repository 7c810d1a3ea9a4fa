"""Who is on duty when, as a problem for SCIP."""

import dataclasses

from pyscipopt import Model, quicksum


@dataclasses.dataclass
class Plan:
    cost: float
    best: object
    duty: dict

    def on(self, person, shift):
        return self.best[self.duty[person, shift]] > 0.5


def solve(people, shifts, wishes):
    model = Model("duty")
    model.hideOutput()
    duty = {(p, s): model.addVar(f"{p}-{s}", vtype="B") for p in people for s in shifts}
    for shift in shifts:
        model.addCons(quicksum(duty[p, shift] for p in people) == 1)
    for person in people:
        model.addCons(quicksum(duty[person, s] for s in shifts) <= 3)
    model.setObjective(quicksum(wishes.get((p, s), 2) * duty[p, s] for p in people for s in shifts))
    model.optimize()
    return Plan(model.getObjVal(), model.getBestSol(), duty)
