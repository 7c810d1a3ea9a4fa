"""Renders the pages of a document in threads, each of which opens the document for itself."""

import argparse
import concurrent.futures
import threading

import pypdfium2
from made import document


class Thumbnails:
    def __init__(self, data, width):
        self.data = data
        self.width = width
        self.local = threading.local()

    @property
    def document(self):
        if not hasattr(self.local, "document"):
            self.local.document = pypdfium2.PdfDocument(self.data)
        return self.local.document

    def make(self, number):
        page = self.document[number]
        bitmap = page.render(scale=self.width / page.get_width())
        return number, int(bitmap.to_numpy()[0, :, 0].sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--threads", type=int, default=8)
    options = parser.parse_args()
    thumbnails = Thumbnails(document(options.pages, 60), 400)
    with concurrent.futures.ThreadPoolExecutor(options.threads, "render") as pool:
        for turn in range(50):
            numbers = [number % options.pages for number in range(400)]
            total = sum(row for _, row in pool.map(thumbnails.make, numbers))
            print("turn", turn, total, flush=True)


if __name__ == "__main__":
    main()
