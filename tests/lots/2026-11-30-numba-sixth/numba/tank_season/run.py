"""A summer and a winter of the tanks."""

import settings
from report import Report
from tanks import Row


def main():
    row = Row(6)
    report = Report(row)
    report.season("summer", 90)
    settings.winter()
    report.season("winter", 90)
    report.show()


if __name__ == "__main__":
    main()
