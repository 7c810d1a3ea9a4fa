import subprocess
import sys


class Hooks:
    def __init__(self):
        self.after = []

    def add(self, module, *args):
        self.after.append([sys.executable, "-m", module, *args])

    def run(self, folder, cwd):
        for command in self.after:
            done = subprocess.run([*command, folder.path], cwd=cwd, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(done.stderr.strip().splitlines()[-1])
            yield done.stdout.strip()
