"""Shows which names are needed where: python compiler.py [FILE...]"""

import concurrent.futures
import pathlib
import sys

from analysis import Liveness
from code3 import blocks

EXAMPLES = {
    "maximum": """
        start:
            m = a
            if b > a goto other
            return m
        other:
            m = b
            return m
    """,
    "gcd": """
        start:
            x = a
            y = b
        loop:
            if y < 1 goto end
            t = x % y
            x = y
            y = t
            goto loop
        end:
            print x
            return x
    """,
}


def analyse(name, text):
    lines = [f"{name}:"]
    for label, live in Liveness(blocks(text)).solve().items():
        lines.append(f"  {label:8} {live}")
    return "\n".join(lines)


def main(paths):
    sources = {path: pathlib.Path(path).read_text() for path in paths} or EXAMPLES
    with concurrent.futures.ThreadPoolExecutor(2, "pass") as pool:
        for text in pool.map(analyse, sources, sources.values()):
            print(text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
