"""Polls for a report that a child process makes, less and less often (backoff)."""

import os
import subprocess
import sys
import tempfile

import backoff


@backoff.on_predicate(backoff.expo, lambda size: size == 0, max_value=3, jitter=None)
def size_of(path):
    return os.path.getsize(path)


with tempfile.NamedTemporaryFile() as report:
    text = f"import time; time.sleep(75); open({report.name!r}, 'w').write('done')"
    child = subprocess.Popen([sys.executable, "-c", text])
    print(size_of(report.name), "bytes")
    child.wait()
