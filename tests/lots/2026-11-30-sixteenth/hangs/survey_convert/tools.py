import os
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


class ToolFailed(Exception):
    def __init__(self, name, code, text):
        super().__init__(f"{name} ended with {code}: {text.strip()[:200]}")
        self.code = code


class Tool:
    """A program whose rows are taken one by one as they come."""

    def __init__(self, name, *words):
        self.name = name
        self.words = words
        self.remarks = ""
        self.taken = 0

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-u", os.path.join(HERE, f"{self.name}.py"), *self.words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self

    def __iter__(self):
        for line in self.process.stdout:
            self.taken += 1
            yield line.rstrip("\n").split(",")

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.process.kill()
        with self.process:
            self.remarks = self.process.stderr.read()
        if kind is None and self.process.returncode:
            raise ToolFailed(self.name, self.process.returncode, self.remarks)
        return False


class Progress(threading.Thread):
    def __init__(self, tool):
        super().__init__(name="progress", daemon=True)
        self.tool = tool
        self.over = threading.Event()

    def run(self):
        while not self.over.wait(2):
            print(f"{self.tool.name}: {self.tool.taken} rows", file=sys.stderr, flush=True)
