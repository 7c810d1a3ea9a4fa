# Lists are compared by size, and the comparison of the first elements empties both.
# https://github.com/python/cpython/issues/120298
class Score:
    def __init__(self, points):
        self.points = points

    def __eq__(self, other):
        return False

    def __lt__(self, other):
        ours.clear()  # <-- here
        theirs.clear()  # <-- here
        return NotImplemented

    def __gt__(self, other):
        return self.points > other.points  # <-- also


def behind():
    return ours < theirs  # <-- here


for points in range(20_000):
    ours, theirs = [Score(points)], [Score(points + 1)]
    behind()
