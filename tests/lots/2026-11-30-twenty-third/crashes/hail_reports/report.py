"""Daily reports of hail, none of which may be larger than what the post takes."""
import argparse
import os
import tempfile

from children import Limits, cells


class Report:
    def __init__(self, folder, day):
        self.path = os.path.join(folder, f"hail-{day}.txt")
        self.day = day

    def lines(self, count):
        for cell in range(count):
            yield f"day {self.day} cell {cell:04d} " + "".join(f"{(cell * step) % 61:3d}" for step in range(600)) + "\n"

    def write(self, count):
        with open(self.path, "w") as file:
            for line in self.lines(count * self.day):
                file.write(line)
        return os.path.getsize(self.path)


class Post:
    def __init__(self, folder):
        self.folder = folder
        self.sizes = {}
        self.too_large = []

    def day(self, day):
        report = Report(self.folder, day)
        try:
            self.sizes[day] = report.write(cells(day))
        except OSError as error:
            self.too_large.append((day, error.strerror))
        return self.sizes.get(day)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Limits(megabytes=1):
        post = Post(folder)
        for number in range(1, options.days):
            print(number, post.day(number), flush=True)
        print(post.too_large)


if __name__ == "__main__":
    main()
