"""Albums are done when all of their negatives are scanned."""

import collections


class Albums:
    def __init__(self, albums):
        self.left = {name: set(numbers) for name, numbers in albums.items()}
        self.album_of = {n: name for name, numbers in albums.items() for n in numbers}
        self.checks = collections.defaultdict(dict)

    @property
    def numbers(self):
        return list(self.album_of)

    def done(self, number, check):
        """The album's name, if that was its last negative."""
        name = self.album_of[number]
        self.checks[name][number] = check
        self.left[name].discard(number)
        return name if not self.left[name] else None
