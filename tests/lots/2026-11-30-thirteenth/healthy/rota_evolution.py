"""A rota for a ward, by evolution (DEAP), with two processes that judge the plans."""

import multiprocessing
import random

from deap import algorithms, base, creator, tools

NURSES, DAYS = 24, 84

creator.create("Cost", base.Fitness, weights=(-1.0,))
creator.create("Rota", list, fitness=creator.Cost)


def cost(rota):
    total = 0
    for nurse in range(NURSES):
        run = 0
        for day in range(DAYS):
            shift = rota[nurse * DAYS + day]
            run = run + 1 if shift else 0
            total += max(0, run - 5) ** 2
            if day and rota[nurse * DAYS + day - 1] == 3 and shift == 1:
                total += 7
    for day in range(DAYS):
        for shift, wanted in ((1, 6), (2, 5), (3, 3)):
            total += abs(wanted - sum(rota[nurse * DAYS + day] == shift for nurse in range(NURSES)))
    return (total,)


toolbox = base.Toolbox()
toolbox.register("shift", random.randrange, 4)
toolbox.register("individual", tools.initRepeat, creator.Rota, toolbox.shift, NURSES * DAYS)
toolbox.register("population", tools.initRepeat, list, toolbox.individual)
toolbox.register("evaluate", cost)
toolbox.register("mate", tools.cxTwoPoint)
toolbox.register("mutate", tools.mutUniformInt, low=0, up=3, indpb=0.01)
toolbox.register("select", tools.selTournament, tournsize=3)


def main():
    random.seed(8)
    statistics = tools.Statistics(lambda rota: rota.fitness.values[0])
    statistics.register("best", min)
    with multiprocessing.Pool(2) as pool:
        toolbox.register("map", pool.map, chunksize=100)
        algorithms.eaSimple(toolbox.population(6000), toolbox, 0.6, 0.3, 400, statistics, tools.HallOfFame(1))


if __name__ == "__main__":
    main()
