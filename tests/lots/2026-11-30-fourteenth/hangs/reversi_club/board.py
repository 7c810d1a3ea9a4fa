import itertools

DIRECTIONS = [d for d in itertools.product((-1, 0, 1), repeat=2) if any(d)]


class Board:
    def __init__(self, size=6):
        self.size = size
        middle = size // 2
        self.stones = {
            (middle - 1, middle - 1): "o",
            (middle, middle): "o",
            (middle - 1, middle): "x",
            (middle, middle - 1): "x",
        }

    def turned(self, place, stone):
        if place in self.stones:
            return []
        found = []
        for dx, dy in DIRECTIONS:
            x, y = place[0] + dx, place[1] + dy
            row = []
            while self.stones.get((x, y), stone) != stone:
                row.append((x, y))
                x, y = x + dx, y + dy
            if self.stones.get((x, y)) == stone:
                found += row
        return found

    def moves(self, stone):
        places = itertools.product(range(self.size), repeat=2)
        return {place: turned for place in places if (turned := self.turned(place, stone))}

    def put(self, place, stone):
        for other in [*self.turned(place, stone), place]:
            self.stones[other] = stone

    def count(self, stone):
        return sum(other == stone for other in self.stones.values())
