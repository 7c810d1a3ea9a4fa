"""A telephone book that compiled code sorts and searches."""

from numba import njit, types
from numba.typed import Dict, List

entry = types.Tuple((types.unicode_type, types.int64))


def book(lines):
    people = Dict.empty(types.unicode_type, types.int64)
    for line in lines:
        name, number = line.rsplit(" ", 1)
        people[name] = int(number)
    return people


@njit
def starting_with(people, start):
    found = List.empty_list(entry)
    for name, number in people.items():
        if name.startswith(start):
            found.append((name, number))
    return found


@njit
def prefixes(people, digits):
    counts = Dict.empty(types.int64, types.int64)
    for number in people.values():
        start = number // 10 ** (7 - digits)
        counts[start] = counts.get(start, 0) + 1
    return counts


@njit
def most_used(counts):
    best, most = -1, 0
    for start, count in counts.items():
        if count > most:
            best, most = start, count
    return best, most


class Directory:
    def __init__(self, lines):
        self.people = book(lines)

    def search(self, start):
        return sorted(starting_with(self.people, start))

    def busiest(self):
        return most_used(prefixes(self.people, 3))


NAMES = ["Aalto", "Berg", "Bergman", "Bernt", "Dahl", "Ek", "Elo", "Ekholm", "Falk", "Gran"]


def main():
    lines = [f"{name} {4_000_000 + 31 * at**4 + at}" for at, name in enumerate(NAMES)]
    directory = Directory(lines)
    for name, number in directory.search("Be"):
        print(f"{name:10} {number}")
    print("busiest:", directory.busiest())


if __name__ == "__main__":
    main()
