"""Duties of a fire station for some weeks, printed as a table."""

import random

from plan import solve

PEOPLE = ["Ada", "Bert", "Cleo", "Dirk"]
DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]


def wishes(seed):
    rng = random.Random(seed)
    return {(p, d): rng.choice([1, 2, 5]) for p in PEOPLE for d in DAYS}


def table(plan):
    lines = ["      " + " ".join(DAYS)]
    for person in PEOPLE:
        lines.append(f"{person:5} " + " ".join(" x" if plan.on(person, day) else " ." for day in DAYS))
    return "\n".join(lines)


weeks = {week: solve(PEOPLE, DAYS, wishes(week)) for week in range(1, 4)}
for week, plan in weeks.items():
    print(f"week {week}: {plan.cost:.0f}", flush=True)
for week, plan in weeks.items():
    print(table(plan), flush=True)
