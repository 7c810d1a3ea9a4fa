"""invoke -r release_steps release"""

import os
import shlex
import sys

from approvals import Approval, Asker
from invoke import task

HERE = os.path.dirname(os.path.abspath(__file__))


def python(script, *arguments):
    return shlex.join([sys.executable, os.path.join(HERE, script), *arguments])


@task
def check(c):
    c.run(python("upload.py", "--dry-run"))


@task
def notes(c):
    result = c.run(python("upload.py", "--list"), hide=True)
    print(len(result.stdout.splitlines()), "files")


@task(check, notes)
def release(c):
    approval = Approval(["ann", "bob"])
    result = c.run(python("upload.py"), watchers=[Asker(approval)], in_stream=False)
    for name in approval.people:
        approval.give(name)
    print("released", result.exited == 0)
