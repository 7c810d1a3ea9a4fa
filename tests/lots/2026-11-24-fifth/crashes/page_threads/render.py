"""Renders the pages of a document in threads, to small pictures."""

import argparse
import concurrent.futures
import io
import os
import sys

import pypdfium2

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page_words"))
from made import document


class Thumbnails:
    def __init__(self, data, width):
        self.document = pypdfium2.PdfDocument(io.BytesIO(data))
        self.width = width

    def __len__(self):
        return len(self.document)

    def make(self, number):
        page = self.document[number]
        bitmap = page.render(scale=self.width / page.get_width())
        return number, sum(bitmap.to_numpy()[0, :, 0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--threads", type=int, default=8)
    options = parser.parse_args()
    thumbnails = Thumbnails(document(options.pages, 60), 400)
    with concurrent.futures.ThreadPoolExecutor(options.threads, "render") as pool:
        for _ in range(20):
            for number, sum_of_row in pool.map(thumbnails.make, range(len(thumbnails))):
                if number % 50 == 0:
                    print(number, sum_of_row, flush=True)


if __name__ == "__main__":
    main()
