"""Keeps what a build printed that pip ran and that failed: pip prints it at the end, to a terminal
or a pipe which keep nothing.

Loaded when the program is pip, not before. From pip 22.1 on the lines go to the exception that says
that a command failed (pip/_internal/exceptions.py). Its making is all that is heard of: no line is
printed earlier, later or otherwise. Of `pip -v`, which prints the lines as they come, it gets none.
"""

import os

SUFFIX = ".build.txt"
MAX_BYTES = 4 << 20
"""Of the output; what is longer is cut in the middle."""
MAX_KEPT = 8
"""Failed commands of one process."""


def install(exceptions, folder):
    """exceptions: the module pip._internal.exceptions, just imported. folder: where output goes."""
    error = getattr(exceptions, "InstallationSubprocessError", None)
    original = getattr(error, "__init__", None)
    if type(original) is not type(install):
        return  # another pip, which has none, or one that is not written in Python
    kept = []

    def __init__(self, *args, **kwargs):
        if len(kept) < MAX_KEPT and type(kwargs.get("output_lines")) is list:
            kept.append(_keep(kwargs["output_lines"], folder, len(kept)))
        original(self, *args, **kwargs)

    __init__.__doc__ = original.__doc__
    __init__.__qualname__ = original.__qualname__
    __init__.__module__ = original.__module__
    error.__init__ = __init__


def _keep(lines, folder, number):
    """Never raises."""
    try:
        text = "".join([line for line in lines if type(line) is str])
        data = text.encode("utf-8", "backslashreplace")
        if len(data) > MAX_BYTES:
            half = MAX_BYTES // 2
            data = data[:half] + b"\n...\n" + data[-half:]
        path = os.path.join(folder, "%d-%d%s" % (os.getpid(), number, SUFFIX))
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        fd = os.open(path, flags, 0o600)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(fd, view) :]
        finally:
            os.close(fd)
    except Exception:
        pass  # the program comes first
    return number
