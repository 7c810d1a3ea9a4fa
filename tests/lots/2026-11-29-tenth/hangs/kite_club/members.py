"""Who is in the club, and what they want to know."""

import dataclasses


@dataclasses.dataclass
class Member:
    name: str
    wants_wind: bool = True
    kites: int = 1


class Register:
    def __init__(self, rows):
        self.members = [Member(*row) for row in rows]

    def who_want_wind(self):
        for member in self.members:
            if member.wants_wind:
                yield member

    def kites(self):
        return sum(member.kites for member in self.members)


def read_register():
    return Register([("Ada", True, 3), ("Bo", False, 1), ("Cem", True, 2), ("Dora", True, 1)])
