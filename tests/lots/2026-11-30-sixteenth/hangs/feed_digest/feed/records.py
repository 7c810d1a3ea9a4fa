"""Records of a feed: blocks of `name: value`, with an empty line after each."""


class Records:
    SEPARATOR = b"\n\n"

    def __init__(self, data, keep=("id", "kind", "text")):
        self.data = data
        self.keep = frozenset(keep)
        self.broken = 0

    def __iter__(self):
        position = 0
        while position < len(self.data):
            end = self.data.find(self.SEPARATOR, position)
            record = self.fields(self.data[position:end])
            if record:
                yield record
            position = end + len(self.SEPARATOR)

    def fields(self, block):
        found = {}
        for line in block.decode("utf-8", "replace").splitlines():
            name, colon, value = line.partition(": ")
            if not colon:
                self.broken += 1
            elif name in self.keep:
                found[name] = value
        return found
