"""The evening shift: a list of tools that are run one after the other."""

import pathlib
import subprocess
import sys
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent


@dataclass(frozen=True)
class Tool:
    name: str
    code: str
    ask: bool = False


TOOLS = [
    Tool("count", "print(sum(range(100)))"),
    Tool("stock", "import sys; print(len(sys.argv), 'shelves')"),
    Tool("till", "print('till open: take it out? [y]', flush=True); input(); print('taken')", ask=True),
    Tool("lights", "print('off')"),
]


class Shift:
    def __init__(self, tools):
        self.tools = tools
        self.codes = {}

    def run(self, tool):
        command = [sys.executable, "-c", tool.code]
        with subprocess.Popen(command, process_group=0, cwd=HERE) as process:
            return process.wait()

    def all(self):
        for tool in self.tools:
            print(tool.name, flush=True)
            self.codes[tool.name] = self.run(tool)
        return self.codes


if __name__ == "__main__":
    print(Shift(TOOLS).all(), flush=True)
