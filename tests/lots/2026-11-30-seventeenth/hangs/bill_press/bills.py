"""Bills as PDF."""

import dataclasses
import io
import random

from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer

from flowables import Items, Rule

STYLES = getSampleStyleSheet()
ARTICLES = [("Hinge", 2.4), ("Door handle", 11.9), ("Screws, 100", 4.75), ("Sandpaper", 0.6),
            ("Wood glue", 6.3), ("Varnish", 14.2), ("Brush", 3.1)]


@dataclasses.dataclass
class Bill:
    number: int
    customer: str
    rows: list

    @property
    def total(self):
        return sum(number * price for number, _, price in self.rows)


class Book:
    def __init__(self):
        self.bills = {}

    def add(self, customer, length):
        number = 1000 + len(self.bills)
        rng = random.Random(number)
        rows = [(rng.randrange(1, 9), *rng.choice(ARTICLES)) for _ in range(length)]
        self.bills[number] = Bill(number, customer, rows)
        return number

    def pdf(self, number):
        bill = self.bills[number]
        file = io.BytesIO()
        document = SimpleDocTemplate(file, pagesize=A5, title=f"Bill {number}")
        document.build([
            Paragraph(f"Bill {number}", STYLES["Heading1"]),
            Paragraph(bill.customer, STYLES["Normal"]),
            Spacer(1, 12),
            Items(bill.rows),
            Rule(),
            Paragraph(f"Total {bill.total:.2f}", STYLES["Heading3"]),
        ])
        return file.getvalue()
