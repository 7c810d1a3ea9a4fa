"""One badge: a name that fills its width, a club and a number below it."""

from dataclasses import dataclass

from fpdf import FPDF


@dataclass(frozen=True)
class Guest:
    name: str
    club: str
    number: int


class Badge:
    WIDTH, HEIGHT, MARGIN = 85, 54, 6
    LARGEST, SMALLEST = 32, 9

    def __init__(self, guest):
        self.guest = guest
        self.pdf = FPDF(unit="mm", format=(self.WIDTH, self.HEIGHT))
        self.pdf.set_margin(self.MARGIN)
        self.pdf.set_auto_page_break(False)
        self.pdf.add_page()

    @property
    def room(self):
        return self.WIDTH - 2 * self.MARGIN

    def _fit(self, text, largest):
        size = largest
        self.pdf.set_font("Helvetica", "B", size)
        while self.pdf.get_string_width(text) > self.room:
            size = max(size - 0.5, self.SMALLEST)
            self.pdf.set_font_size(size)
        return size

    def _line(self, text, largest):
        size = self._fit(text, largest)
        self.pdf.cell(self.room, size / 2, text, align="C", new_x="LMARGIN", new_y="NEXT")

    def draw(self):
        self._line(self.guest.name, self.LARGEST)
        self.pdf.ln(4)
        self._line(self.guest.club, 18)
        self.pdf.set_font("Courier", "", 10)
        self.pdf.cell(self.room, 8, f"{self.guest.number:05d}", align="R")
        return bytes(self.pdf.output())
