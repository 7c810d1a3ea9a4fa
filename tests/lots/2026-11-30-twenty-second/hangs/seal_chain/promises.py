"""Futures in a chain: what comes of one is worked on as soon as it is there."""

from concurrent.futures import Future


def then(first, function):
    second = Future()

    def go_on(done):
        if done.exception() is not None:
            second.set_exception(done.exception())
        else:
            second.set_result(function(done.result()))

    first.add_done_callback(go_on)
    return second


def gather(futures):
    return [future.result() for future in futures]
