"""A village of farmers who trade (Mesa): hundreds of years, day by day."""

import mesa


class Farmer(mesa.Agent):
    def __init__(self, model):
        super().__init__(model)
        self.corn = self.random.randrange(20, 80)

    def work(self):
        self.corn += self.random.choice((0, 1, 1, 2))
        self.corn = max(0, self.corn - 1)

    def trade(self):
        other = self.random.choice(self.model.farmers)
        if other is not self and self.corn > other.corn + 5:
            self.corn -= 2
            other.corn += 2


class Village(mesa.Model):
    def __init__(self, count, seed=1):
        super().__init__(seed=seed)
        self.farmers = [Farmer(self) for _ in range(count)]
        self.days = 0

    def step(self):
        self.agents.shuffle_do("work")
        self.agents.shuffle_do("trade")
        self.days += 1

    @property
    def spread(self):
        return max(farmer.corn for farmer in self.farmers) - min(farmer.corn for farmer in self.farmers)


def main():
    village = Village(400)
    while village.days < 365 * 400:
        village.step()
        if village.days % (365 * 20) == 0:
            print(village.days // 365, village.spread, flush=True)


if __name__ == "__main__":
    main()
