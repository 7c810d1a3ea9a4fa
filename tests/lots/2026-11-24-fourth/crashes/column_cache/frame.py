"""Tables that need little memory, since equal values are kept once."""

from compiled import compiled

columns = compiled("columns")


class Column:
    def __init__(self, name, values):
        self.name = name
        self.values = columns.share(values)

    def longest(self):
        return max(map(len, self.values))


class Frame:
    def __init__(self, **values):
        self.columns = {name: Column(name, column) for name, column in values.items()}

    def __getitem__(self, name):
        return self.columns[name].values

    def group(self, name):
        groups = {}
        for number, value in enumerate(self[name]):
            groups.setdefault(value, []).append(number)
        return groups
