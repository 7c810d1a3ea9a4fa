import sys

from ini import Reader
import logbook

SETTINGS = """\
# of the ferry
name = Alma
seats = 240
[times]
    first = 5:40
    last = 23:10
"""


def main():
    reader = Reader(sys.argv[1])
    for line in SETTINGS.splitlines(keepends=True):
        reader.feed(line)
    print(reader.values)


if __name__ == "__main__":
    with logbook.opened() as log:
        log.info("%s starts", "the reader of settings")
        main()
