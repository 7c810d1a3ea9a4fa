"""What is to be built, and of what."""

from dataclasses import dataclass, field


@dataclass
class Step:
    name: str
    seconds: float
    needs: list = field(default_factory=list)


def works():
    steps = [Step("sand", 6), Step("soda", 9), Step("lime", 8)]
    steps.append(Step("batch", 10, ["sand", "soda", "lime"]))
    steps.append(Step("melt", 25, ["batch"]))
    for colour in ("green", "blue", "amber", "clear"):
        steps.append(Step(f"{colour} gather", 12, ["melt"]))
        steps.append(Step(f"{colour} bottle", 18, [f"{colour} gather"]))
    steps.append(Step("crate", 5, [f"{colour} bottle" for colour in ("green", "blue", "amber", "clear")]))
    return steps
