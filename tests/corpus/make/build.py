"""Build the projects of projects.py and keep their logs: the first half of the corpus.

    python tests/corpus/make/build.py [NAME…]

Each is built in a folder of its own. Paths of this machine are replaced by made-up ones; the table
beside the logs gets the number of the first line that holds the project's `true` text.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from projects import PROJECTS, Project
from sdists import SDISTS

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(os.path.dirname(HERE), "built")
ROOT = "/tmp/corpus"
TABLE = os.path.join(os.path.dirname(HERE), "built.tsv")
LIMIT = 600


def build(project: Project) -> bytes:
    folder = os.path.join(ROOT, project.name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name, text in project.files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    python = os.environ.get("CORPUS_PYTHON", sys.executable)
    cythonize = os.path.join(os.path.dirname(python), "cythonize")
    command = project.command.replace("{python}", python).replace("{cythonize}", cythonize)
    environment = {
        **os.environ,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
    }
    environment = {
        key: value for key, value in environment.items() if not key.startswith("CLICOLOR")
    }
    done = subprocess.run(
        ["bash", "-c", f"{{ {command}\n}} 2>&1"], cwd=folder, capture_output=True,
        timeout=LIMIT, env=environment, check=False,
    )  # fmt: skip
    return cleaned(done.stdout, folder, python)


def cleaned(log: bytes, folder: str, python: str) -> bytes:
    """Without the paths and hosts of this machine."""
    prefix = os.path.realpath(python).partition("/bin/")[0]
    virtual = os.path.dirname(os.path.dirname(python))
    home = os.path.expanduser("~")
    for old, new in (
        (folder, "/home/ada/" + os.path.basename(folder)),
        (virtual, "/home/ada/venv"),
        (prefix, "/usr/local"),
        (home, "/home/ada"),
    ):
        log = log.replace(old.encode(), new.encode())
    log = re.sub(
        rb"https?://[^/\s]+/[^\s]*?(simple|packages|files)\b",
        rb"https://packages.example.org/\1",
        log,
    )
    log = re.sub(rb"(?m)^(\s*)(?:Looking in indexes|Looking in links):.*\n", b"", log)
    log = re.sub(
        rb"(?m)^.*(?:is ignored: it is neither a file nor a directory|file:///opt/).*\n", b"", log
    )
    return re.sub(rb"/opt/wheels\b", b"/srv/wheels", log)


def main(names: list[str]) -> None:
    os.makedirs(BUILT, exist_ok=True)
    rows = {}
    if os.path.exists(TABLE):
        with open(TABLE, encoding="utf-8") as file:
            rows = dict(line.rstrip("\n").split("\t", 1) for line in file)
    for project in (*PROJECTS, *SDISTS):
        if names and not any(re.fullmatch(name, project.name) for name in names):
            continue
        try:
            log = build(project)
        except subprocess.TimeoutExpired:
            print(f"{project.name}: took too long")
            continue
        lines = log.decode("utf-8", "replace").split("\n")
        line = "0"
        if project.true is not None:
            found = [at for at, text in enumerate(lines, 1) if project.true in text]
            if not found:
                print(f"{project.name}: no line holds {project.true!r}")
                continue
            line = str(found[0])
        with open(os.path.join(BUILT, project.name + ".log"), "wb") as file:
            file.write(log)
        rows[project.name] = f"{line}\t{project.cause or 'none'}"
    with open(TABLE, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\t{rest}\n" for name, rest in sorted(rows.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
