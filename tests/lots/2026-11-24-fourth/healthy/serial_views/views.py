"""Views of an older program, in synchronous code, with a session that is not thread-safe."""

import contextlib
import functools
import time


class Session:
    def __init__(self):
        self.open = 0
        self.queries = 0

    @contextlib.contextmanager
    def transaction(self):
        self.open += 1
        assert self.open == 1
        try:
            yield self
        finally:
            self.open -= 1

    def query(self, seconds):
        time.sleep(seconds)
        self.queries += 1
        return self.queries


session = Session()


def transactional(view):
    @functools.wraps(view)
    def wrapper(argument):
        with session.transaction():
            return view(argument)

    return wrapper


def checked(view):
    """Refuses what is too long to be looked for."""

    @functools.wraps(view)
    def wrapper(argument):
        if isinstance(argument, str) and len(argument) > 10_000:
            return {"error": "too long"}
        return view(argument)

    return wrapper


@transactional
def report(number):
    return {"report": number, "query": session.query(2.5)}


@checked
@transactional
def search(text):
    return {"found": len(text), "query": session.query(1.5)}
