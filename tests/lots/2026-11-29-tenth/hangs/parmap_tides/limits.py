"""Limits for workers, so that no harbour takes the machine from the others."""

import functools
import resource


def frugal(seconds, megabytes):
    """At most so much processor time, and memory, for the process that the function runs in."""

    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            used = resource.getrusage(resource.RUSAGE_SELF)
            most = int(used.ru_utime + used.ru_stime) + seconds
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
            resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))
            return function(*args, **kwargs)

        return wrapper

    return decorate
