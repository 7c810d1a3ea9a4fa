import dataclasses

from psygnal import Signal


@dataclasses.dataclass
class Slide:
    title: str
    seconds: int = 60
    size: int = 0


class Deck:
    """The slides of a talk. Whoever shows them connects to `changed`."""

    changed = Signal(int)
    measured = Signal(int, int)

    def __init__(self, titles):
        self.slides = [Slide(title) for title in titles]

    def rename(self, index, title):
        self.slides[index].title = title
        self.changed.emit(index)

    def set_size(self, index, size):
        self.slides[index].size = size
        self.changed.emit(index)
