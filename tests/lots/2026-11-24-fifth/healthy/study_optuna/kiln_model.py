"""A kiln, as layers of clay that pass heat on."""


def cracks(plan, layers=40, steps=12_000):
    clay = [20.0] * layers
    worst = 0.0
    for hour in plan:
        for _ in range(steps // 6):
            clay[0] += 0.2 * (hour - clay[0])
            for number in range(1, layers):
                clay[number] += 0.1 * (clay[number - 1] - clay[number])
            worst = max(worst, clay[0] - clay[-1])
    return worst
