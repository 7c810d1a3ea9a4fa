"""The two departments, each a pool of threads."""

import concurrent.futures
import functools
import logging

log = logging.getLogger(__name__)


class Department:
    def __init__(self, name, people):
        self.name = name
        self.pool = concurrent.futures.ThreadPoolExecutor(people, name)
        self.handled = 0

    def ask(self, function, *args):
        """Have the department do something, and wait for what it says."""
        return self.pool.submit(function, *args).result()

    def submit(self, function, *args):
        self.handled += 1
        return self.pool.submit(function, *args)


def done_by(get_department):
    """Decorator: the method is done by people of that department."""

    def decorate(method):
        @functools.wraps(method)
        def wrapper(self, *args):
            department = get_department(self)
            log.debug("%s for %s", method.__name__, department.name)
            return department.ask(functools.partial(method, self), *args)

        return wrapper

    return decorate
