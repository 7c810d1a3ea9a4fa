"""IPython, in a terminal or as a notebook's kernel: what ends a cell is noticed, as of a program.

IPython shows what a cell raises itself, so no hook of Python's is called for it. Before and after
each cell it calls those who are registered for that (pre_run_cell, post_run_cell); by the second
the exception is in sys.last_value, that of `%run` too. Nothing of IPython's own is replaced.
"""

import json
import os
import re
import sys

REQUEST = "kernel.request.json"
BEFORE = "kernel.before.txt"
"""In the probe's folder, where the program is known to be a kernel (`atfault run --jupyter`): what
it is about to execute, and what the kernel died of in whose place it is."""
_HEADER = ("msg_id", "msg_type", "session", "username", "version", "date", "subshell_id")

_NAMED = re.compile(r"<ipython-input-(\d{1,9})-")
"""Before ipykernel 6, and in a terminal."""


def shell():
    """The IPython that the program runs in; None."""
    module = sys.modules.get("IPython")
    get = getattr(module, "get_ipython", None)
    return None if get is None else get()


def follow(of, failed):
    """Call failed(error) for each exception that the shell `of` has shown; a function that ends
    that. No exception is kept alive."""
    before = [id(None)]

    def pre_run_cell(*_):
        before[0] = id(getattr(sys, "last_value", None))

    def post_run_cell(*_):
        error = getattr(sys, "last_value", None)
        if error is not None and id(error) != before[0]:
            failed(error)

    pairs = (("pre_run_cell", pre_run_cell), ("post_run_cell", post_run_cell))
    for event, function in pairs:
        of.events.register(event, function)

    def end():
        for event, function in pairs:
            try:
                of.events.unregister(event, function)
            except ValueError:
                pass  # %reset_events, or another who cleared them

    return end


def cell_of(file):
    """ "In[5]" for the code of a cell, by the name of its file; "" for any other."""
    match = _NAMED.match(file)
    if match is not None:
        return "In[%s]" % match.group(1)
    if not file.startswith("<") and "ipykernel_" not in file:
        return ""
    try:
        number = shell().compile._filename_map.get(file)
    except AttributeError:
        return ""
    return "In[%d]" % number if type(number) is int else ""


def place_of(file, line):
    """ "train.py:5", "Cell In[5], line 3": as IPython writes it."""
    cell = cell_of(file)
    return "Cell %s, line %s" % (cell, line) if cell else "%s:%s" % (file, line)


def note_requests(of, folder):
    """Have the shell of a kernel keep the header of each request for a cell in a file of `folder`,
    so that whoever sees it die can answer that one; what the kernel before it died of is said in
    its first cell. Who is to see that has written its pid there."""
    path = os.path.join(folder, REQUEST)
    with open(path, encoding="utf-8") as file:
        if file.read() != str(os.getppid()):
            return  # a kernel that the kernel has started

    def note(is_done):
        try:
            header = of.kernel.get_parent("shell").get("header", {})
            text = json.dumps(
                {"done": is_done, "header": {name: header.get(name) for name in _HEADER}},
                default=str,
            )
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        except Exception:
            pass  # the kernel comes first

    def pre_run_cell(*_):
        note(False)
        try:
            before = os.path.join(folder, BEFORE)
            with open(before, encoding="utf-8") as file:
                text = file.read()
            os.unlink(before)
            sys.stderr.write(text)
            sys.stderr.flush()  # before what the cell writes
        except Exception:
            pass

    def post_run_cell(*_):
        note(True)

    pairs = (("pre_run_cell", pre_run_cell), ("post_run_cell", post_run_cell))
    for event, function in pairs:
        of.events.register(event, function)
