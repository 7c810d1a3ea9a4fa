from dataclasses import dataclass, field


@dataclass(frozen=True)
class Slot:
    plate: str
    way: float
    loads: tuple


@dataclass
class DayPlan:
    slots: list = field(default_factory=list)

    def add(self, plate, way, *loads):
        self.slots.append(Slot(plate, way, loads))
        return self

    @property
    def pallets(self):
        return sum(sum(slot.loads) for slot in self.slots)
