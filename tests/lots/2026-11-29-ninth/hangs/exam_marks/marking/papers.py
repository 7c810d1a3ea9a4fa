"""Papers, and what is right."""

import dataclasses
import random

KEY = "badcbbadcacd"


@dataclasses.dataclass(frozen=True)
class Paper:
    pupil: str
    school: str
    answers: str

    def mark(self):
        return sum(a == b for a, b in zip(self.answers, KEY))


def papers(schools, pupils, seed=6):
    chance = random.Random(seed)
    for school in schools:
        for number in range(pupils):
            answers = "".join(chance.choice("abcd") for _ in KEY)
            yield Paper(f"pupil {number} of {school}", school, answers)
