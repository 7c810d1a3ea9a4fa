"""A workbook for each year, with a sheet for each month; written one after the other."""

import calendar
import io
import random

from openpyxl import Workbook
from openpyxl.styles import Font

BOLD = Font(bold=True)


def month_sheet(book, year, month, rng):
    sheet = book.create_sheet(calendar.month_abbr[month])
    sheet.append(["day", *range(24)])
    for cell in sheet[1]:
        cell.font = BOLD
    for day in range(1, calendar.monthrange(year, month)[1] + 1):
        sheet.append([day, *(rng.randrange(1000) for _ in range(24))])


def year_book(year):
    rng = random.Random(year)
    book = Workbook()
    for month in range(1, 13):
        month_sheet(book, year, month, rng)
    content = io.BytesIO()
    book.save(content)
    return len(content.getvalue())


if __name__ == "__main__":
    for year in range(1100, 2026):
        print(year, year_book(year), flush=True)
