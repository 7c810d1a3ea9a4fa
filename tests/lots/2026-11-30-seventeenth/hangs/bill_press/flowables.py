"""Pieces of a bill for reportlab's platypus."""

from reportlab.lib import colors
from reportlab.platypus import Flowable


class Rule(Flowable):
    def __init__(self, thickness=0.5):
        super().__init__()
        self.thickness = thickness

    def wrap(self, width, height):
        self.width = width
        return width, 6

    def draw(self):
        self.canv.setLineWidth(self.thickness)
        self.canv.line(0, 3, self.width, 3)


class Items(Flowable):
    """Rows of number, article and sum; goes on on the next page where one is full."""

    row = 22

    def __init__(self, rows):
        super().__init__()
        self.rows = rows

    def wrap(self, width, height):
        self.width = width
        return width, self.row * len(self.rows)

    def split(self, width, height):
        fitting = int(height // self.row)
        return [Items(self.rows[:fitting]), Items(self.rows[fitting:])]

    def draw(self):
        top = self.row * len(self.rows)
        for at, (number, article, price) in enumerate(self.rows):
            y = top - (at + 1) * self.row + 6
            if at % 2:
                self.canv.setFillColor(colors.whitesmoke)
                self.canv.rect(0, y - 6, self.width, self.row, stroke=0, fill=1)
                self.canv.setFillColor(colors.black)
            self.canv.drawString(4, y, str(number))
            self.canv.drawString(60, y, article)
            self.canv.drawRightString(self.width - 4, y, f"{number * price:.2f}")
