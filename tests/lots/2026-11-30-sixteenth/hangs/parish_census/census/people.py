import random


def street(parish, name):
    chance = random.Random(f"{parish}/{name}")
    return [chance.randrange(1, 7) for _ in range(chance.randrange(8, 20))]


STREETS = {"st-anne": ["mill lane", "well street", "the green"], "st-john": ["quay", "rope walk"]}
