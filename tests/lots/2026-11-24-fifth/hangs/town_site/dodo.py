"""The tasks of doit that make a site."""

import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pages

OUT = tempfile.mkdtemp(prefix="town-")
DOIT_CONFIG = {"default_tasks": ["index", "pages"], "dep_file": os.path.join(OUT, "doit.db")}


def exists(path):
    """Waits until a file is there, which another task makes."""
    while not os.path.exists(path):
        time.sleep(0.2)
    return path


def make_index():
    names = [os.path.join(OUT, f"{name}.html") for name in pages.NAMES]
    links = [pages.link(exists(name)) for name in names]
    pages.write(os.path.join(OUT, "index.html"), "\n".join(links))


def task_index():
    return {"actions": [make_index], "verbosity": 2}


def task_pages():
    for name in pages.NAMES:
        path = os.path.join(OUT, f"{name}.html")
        yield {"name": name, "actions": [(pages.write, [path, name])], "targets": [path]}
