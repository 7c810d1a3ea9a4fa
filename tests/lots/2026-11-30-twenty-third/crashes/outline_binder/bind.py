import logging

from outline import Binder

log = logging.getLogger("bind")


def sheets(kind, count):
    for number in range(count):
        yield f"{kind} {number // 12 + 1}.{number % 12 + 1}"


def yearly(binder, plan):
    for kind, count in plan:
        title, page = binder.bind(sheets(kind, count))
        log.info("%s: %d chapters, the last is %s on page %d", kind, binder.outline.chapters, title, page)
        binder.reset()


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    binder = Binder("minutes")
    yearly(binder, [("Council", 24), ("Harbour board", 480), ("Meter readings", 260_000)])
    log.info("%s bound", binder.name)


if __name__ == "__main__":
    main()
