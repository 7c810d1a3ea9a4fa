from diary import Diary

#: degrees from which on a rule holds, and what is done
RULES = [(2.0, "look again"), (0.0, "fans on"), (-1.5, "sprinkle")]


class Orchard:
    def __init__(self, name):
        self.name = name
        self.done = []
        self.diary = Diary()

    def rule(self, degrees):
        return [action for limit, action in RULES if degrees >= limit][0]

    def reading(self, degrees):
        self.done.append((degrees, self.rule(degrees)))
        print(f"{self.name}: {degrees:+.1f}, {self.done[-1][1]}", flush=True)
        self.diary.add(self.done[-1][1], degrees)
        return degrees > -4
