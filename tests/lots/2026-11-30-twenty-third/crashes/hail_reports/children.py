import contextlib
import resource
import signal
import subprocess
import sys

QUIET = (signal.SIGPIPE, signal.SIGXFSZ)


@contextlib.contextmanager
def plain_signals():
    """Children get the signals as the system has them; Python leaves some of them out."""
    for number in QUIET:
        signal.signal(number, signal.SIG_DFL)
    yield


class Limits:
    def __init__(self, megabytes):
        self.size = megabytes << 20

    def __enter__(self):
        self.before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, self.before[1]))
        return self

    def __exit__(self, *exc):
        resource.setrlimit(resource.RLIMIT_FSIZE, self.before)


def cells(day):
    code = f"import random; random.seed({day}); print(random.randrange(40, 90))"
    with plain_signals():
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    return int(done.stdout)
