"""Which depots to open, as a problem of whole numbers for the solver that PuLP brings along."""

import random

import pulp


def problem(customers, depots, seed):
    rng = random.Random(seed)
    where = {n: (rng.random(), rng.random()) for n in range(customers + depots)}
    customers, depots = range(customers), range(customers, customers + depots)
    model = pulp.LpProblem("depots", pulp.LpMinimize)
    opened = {d: pulp.LpVariable(f"open_{d}", cat="Binary") for d in depots}
    served = {(c, d): pulp.LpVariable(f"serve_{c}_{d}", cat="Binary") for c in customers for d in depots}
    weight = {c: rng.randrange(5, 30) for c in customers}

    def far(c, d):
        return int(1000 * ((where[c][0] - where[d][0]) ** 2 + (where[c][1] - where[d][1]) ** 2) ** 0.5)

    model += pulp.lpSum(rng.randrange(300, 500) * opened[d] for d in depots) + pulp.lpSum(
        far(c, d) * served[c, d] for c in customers for d in depots
    )
    for c in customers:
        model += pulp.lpSum(served[c, d] for d in depots) == 1
    for d in depots:
        model += pulp.lpSum(weight[c] * served[c, d] for c in customers) <= 97 * opened[d]
    return model


if __name__ == "__main__":
    for seed in range(1, 9):
        model = problem(90, 28, seed)
        model.solve(pulp.PULP_CBC_CMD(msg=False, timeLimit=80, gapRel=0))
        print(seed, pulp.LpStatus[model.status], pulp.value(model.objective), flush=True)
