import os
import sys


class Prefork:
    """Runs a function in some processes, and waits until all of them have ended."""

    def __init__(self, function, audit):
        self.function = function
        self.audit = audit
        self.children = {}

    def start(self, jobs):
        for name, job in jobs.items():
            pid = os.fork()
            if pid == 0:
                self._child(name, job)
            self.children[pid] = name
            self.audit.event("started", name=name)

    def _child(self, name, job):
        code = 0
        try:
            result = self.function(job)
        except Exception as error:
            self.audit.event("failed", name=name, error=repr(error))
            code = 1
        else:
            print(f"{name}: {result}", flush=True)
        sys.exit(code)

    def wait(self):
        codes = {}
        while self.children:
            pid, status = os.wait()
            name = self.children.pop(pid)
            codes[name] = os.waitstatus_to_exitcode(status)
            self.audit.event("ended", name=name, code=codes[name])
        return codes
