from collections import Counter

from tools import Progress, Tool


def sides(rows, *words):
    found = Counter()
    with Tool("convert", "--rows", str(rows), *words) as tool:
        progress = Progress(tool)
        progress.start()
        for _, metres, side in tool:
            found[side] += int(metres)
        progress.over.set()
    return dict(found), tool.remarks.count("\n")


if __name__ == "__main__":
    print(*sides(9000), flush=True)
    print(*sides(300, "--explain"), flush=True)
    print(*sides(9000, "--explain"), flush=True)
