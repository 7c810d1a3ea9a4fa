"""Market split: shares the customers between two salesmen as evenly as can be. The solver is a child."""

import random

import pulp

MOST_SECONDS = 600


def problem(rows=5, columns=44, seed=7):
    chance = random.Random(seed)
    demand = [[chance.randint(0, 99) for _ in range(columns)] for _ in range(rows)]
    split = pulp.LpProblem("split", pulp.LpMinimize)
    goes = [pulp.LpVariable(f"customer_{i}", cat="Binary") for i in range(columns)]
    more = [pulp.LpVariable(f"more_{i}", 0) for i in range(rows)]
    less = [pulp.LpVariable(f"less_{i}", 0) for i in range(rows)]
    split += pulp.lpSum(more) + pulp.lpSum(less)
    for i, row in enumerate(demand):
        half = sum(row) // 2
        split += pulp.lpSum(a * x for a, x in zip(row, goes)) + less[i] - more[i] == half
    return split


def main():
    split = problem()
    split.solve(pulp.PULP_CBC_CMD(msg=False, timeLimit=MOST_SECONDS, threads=1))
    print(pulp.LpStatus[split.status], pulp.value(split.objective))


if __name__ == "__main__":
    main()
