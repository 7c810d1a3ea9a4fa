"""Make the notes of a release from templates: python press.py VERSION"""

import concurrent.futures
import sys

from jinja2 import DictLoader, Environment
from pages import PAGES
from tags import Aside

CHANGES = ["tables can be sorted", "less memory", "a new icon"]


class Press:
    def __init__(self, pages):
        self.pages = pages
        self.environment = Environment(loader=DictLoader(pages), extensions=[Aside])

    def page(self, name, **values):
        return self.environment.get_template(name).render(values)

    def book(self, **values):
        with concurrent.futures.ThreadPoolExecutor(1, "press") as pool:
            futures = {name: pool.submit(self.page, name, **values) for name in self.pages}
            for name, future in futures.items():
                text = future.result()
                print(name, len(text.splitlines()), "lines", flush=True)
                yield text
        for number, (title, text) in enumerate(self.environment.asides, 1):
            yield f"[{number}] {title}: {text}"


def main(version="2.1", previous="2.0"):
    print("\n".join(Press(PAGES).book(version=version, previous=previous, changes=CHANGES)))


if __name__ == "__main__":
    main(*sys.argv[1:])
