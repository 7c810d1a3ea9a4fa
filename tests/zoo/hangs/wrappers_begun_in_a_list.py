# hang: cause=self-deadlock confidence=certain|likely python=3.8-3.15 names=press text=gate
"""Hooks are wrapped by generators, as pluggy's, which lie in a list until the hook is over: one
takes a lock, and the hook calls the same hook again."""

import threading

gate = threading.Lock()


def one_at_a_time():
    with gate:  # <-- here
        yield


def render(page, wrappers):
    begun = [wrapper() for wrapper in wrappers]
    for wrapper in begun:
        next(wrapper)
    pieces = [page[0], *(render(inner, wrappers) for inner in page[1:])]
    for wrapper in reversed(begun):
        next(wrapper, None)
    return pieces


threading.Thread(target=render, args=([1, [2]], [one_at_a_time]), name="press").start()
print("READY", flush=True)
