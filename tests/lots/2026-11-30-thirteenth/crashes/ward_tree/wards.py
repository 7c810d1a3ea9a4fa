"""Wards of a hospital: each has beds and smaller wards."""


class Ward:
    def __init__(self, name, beds=0):
        self.name = name
        self.beds = beds
        self.parts = []
        self.within = None

    def add(self, *parts):
        for part in parts:
            part.within = self
            self.parts.append(part)
        return self

    def view(self, fields=("name", "beds", "parts"), seen=None):
        """As dicts and lists; each ward once."""
        seen = {} if seen is None else seen
        if self in seen:
            return seen[self]
        view = seen[self] = {}
        for field in fields:
            value = getattr(self, field)
            if isinstance(value, Ward):
                value = value.view(fields, seen)
            elif isinstance(value, list):
                value = [part.view(fields, seen) for part in value]
            view[field] = value
        return view


def hospital():
    return Ward("St. Anna").add(
        Ward("surgery", 12).add(Ward("hand", 4), Ward("knee", 6)),
        Ward("children", 30),
        Ward("heart", 18).add(Ward("intensive", 8)),
    )
