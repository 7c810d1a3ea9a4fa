"""Sums up invoices, in a pool of threads."""

import csv
import io
import sys
from concurrent.futures import ThreadPoolExecutor

from invoices import InvoiceError, Line

INVOICES = {
    "2026-101": "oak board,12.5,8,standard\nnails,4.2,3,standard\n",
    "2026-102": "guide book,9.9,1,reduced\nplan,3.0,1,special\n",
    "2026-103": "oak board,12.5,4,standard\noak board (returned),12.5,-1,standard\n",
    "2026-104": "glue,7.8,2,standard\n",
}


def lines(text):
    for article, net, pieces, rate in csv.reader(io.StringIO(text)):
        yield Line(article, float(net), int(pieces), rate)


def total(number):
    try:
        return number, round(sum(line.gross() for line in lines(INVOICES[number])), 2)
    except InvoiceError as error:
        return number, str(error)


def main():
    with ThreadPoolExecutor(1) as pool:
        for number, amount in pool.map(total, sorted(INVOICES)):
            print(number, amount, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
