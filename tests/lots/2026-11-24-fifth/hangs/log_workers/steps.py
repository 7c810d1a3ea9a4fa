"""Steps of a calculation, which tell what they do."""

import structlog

structlog.configure(
    processors=[structlog.processors.add_log_level, structlog.processors.JSONRenderer()],
    logger_factory=structlog.PrintLoggerFactory(),
    cache_logger_on_first_use=False,
)
log = structlog.get_logger()


def collatz(number):
    steps = 0
    while number != 1:
        number = 3 * number + 1 if number % 2 else number // 2
        steps += 1
    return steps


def longest(first, last):
    best = max(range(first, last), key=collatz)
    log.info("searched", first=first, last=last, best=best)
    return best
