"""How the archive is asked: in threads, two questions at a time, and again when one fails."""

import contextlib
import logging

from more_executors import Executors

log = logging.getLogger("catalogue.asking")


@contextlib.contextmanager
def desk(questions=2):
    """An executor for questions; `questions` of them are asked at the same time."""
    with (
        Executors.thread_pool(max_workers=8, name="catalogue")
        .with_retry(max_attempts=3, max_sleep=2)
        .with_throttle(questions)
    ) as executor:
        log.info("%d questions at a time", questions)
        yield executor
