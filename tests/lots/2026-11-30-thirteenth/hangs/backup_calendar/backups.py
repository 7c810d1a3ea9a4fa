import logging

from cron.plan import Plan

CRONTAB = """
daily      30 2 * * *
weekly     0 3 * * 0
monthly    0 4 1 * *
half-year  0 5 31 6,12 *
audit      15 5 31 2,4,6,9,11 1-5
yearly     0 6 1 1 *
"""


def lines(text):
    for line in text.strip().splitlines():
        name, fields = line.split(maxsplit=1)
        yield name, fields


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    plan = Plan((2026, 11, 30), dict(lines(CRONTAB)))
    plan.start()
    date, (hour, minute), name = plan.soonest()
    print(f"{name}: {date[0]}-{date[1]:02}-{date[2]:02} {hour:02}:{minute:02}")


if __name__ == "__main__":
    main()
