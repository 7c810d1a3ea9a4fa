"""Groups words by their length, with an extension that is compiled as it starts."""

import collections
import importlib.util
import os
import subprocess
import sysconfig
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def compiled(name):
    target = os.path.join(tempfile.mkdtemp(prefix=f"{name}-"), f"{name}.so")
    command = ["gcc", "-shared", "-fPIC", "-g", "-O1", f"-I{sysconfig.get_path('include')}"]
    subprocess.run([*command, "-o", target, os.path.join(HERE, f"{name}.c")], check=True)
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


groups = compiled("groups")


class Groups:
    def __init__(self, words):
        self.words = words

    def by_length(self):
        found = collections.defaultdict(list)
        for word, length in zip(self.words, groups.lengths(self.words)):
            found[length - 1000].append(word)
        return dict(found)


def main():
    print(Groups(["oak", "elm", "beech"]).by_length(), flush=True)
    print(Groups(["oak", "x" * 2000, "beech"]).by_length(), flush=True)


if __name__ == "__main__":
    main()
