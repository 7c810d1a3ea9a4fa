"""Which of the runs of equal letters is the longest, for each line of a register."""

from numba import njit
from numba.typed import List


@njit
def runs_of(line):
    runs = List()
    start = 0
    for at in range(1, len(line) + 1):
        if at == len(line) or line[at] != line[start]:
            runs.append(line[start:at])
            start = at
    return runs


@njit
def length(run):
    return len(run)


@njit
def share(run, line):
    return len(run) / len(line)


@njit
def longest(line):
    found = runs_of(line)
    best = max(found, key=length)
    return best, share(best, line)


@njit
def packed(line):
    out = ""
    for run in runs_of(line):
        out += run[0]
        if len(run) > 1:
            out += str(len(run))
    return out


class Register:
    def __init__(self, lines):
        self.lines = [line.strip() for line in lines if line.strip()]

    def packed(self):
        return [packed(line) for line in self.lines]

    def longest(self):
        for line in self.lines:
            run, part = longest(line)
            yield run, round(part, 2)


TEXT = """
aabbbbcdddda
xyzzzyyyyyyyx
mmmnnno
q
"""


def main():
    register = Register(TEXT.splitlines())
    for line, short in zip(register.lines, register.packed()):
        print(f"{line:16} {short}")
    print(list(register.longest()))


if __name__ == "__main__":
    main()
