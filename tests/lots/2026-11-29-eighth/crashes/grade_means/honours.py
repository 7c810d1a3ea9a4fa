"""Honours of a form: from how many points, and what for."""

import dataclasses
import enum


class Step(enum.Enum):
    ALL = 0
    PASSED = 5
    HONOURS = 13


@dataclasses.dataclass(frozen=True)
class Title:
    step: Step
    text: str

    @property
    def least(self):
        return self.step.value


TITLES = [Title(Step.ALL, "all"), Title(Step.PASSED, "passed"), Title(Step.HONOURS, "with honours")]
