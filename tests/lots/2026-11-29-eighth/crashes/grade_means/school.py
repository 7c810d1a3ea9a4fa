"""Reports of a school: classes in a thread pool."""

import array
import concurrent.futures
import contextlib
import sys

sys.path.insert(0, ".")
import grades
import honours


class Form:
    """A form, and its pupils' grades."""

    def __init__(self, name, points):
        self.name = name
        self.points = array.array("i", points)

    def mean(self, least=0):
        return grades.mean(self.points, least)


class Report:
    def __init__(self, form):
        self.form = form
        self.lines = []

    def line(self, title, least):
        self.lines.append(f"{title}: {self.form.mean(least)}")

    def __str__(self):
        return f"{self.form.name}: " + ", ".join(self.lines)


@contextlib.contextmanager
def report_of(form):
    report = Report(form)
    yield report
    print(report, flush=True)


def write(form):
    with report_of(form) as report:
        for title in honours.TITLES:
            report.line(title.text, title.least)


FORMS = [
    Form("5a", [9, 12, 14, 7]),
    Form("5b", [13, 15, 3, 8]),
    Form("6a", [4, 11, 12, 10]),
]


def main():
    with concurrent.futures.ThreadPoolExecutor(1, "report") as pool:
        for _ in pool.map(write, FORMS):
            pass


if __name__ == "__main__":
    main()
