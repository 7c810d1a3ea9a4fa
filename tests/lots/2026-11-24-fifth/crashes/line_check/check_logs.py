"""Checks that logs have no line with signs that do not belong there."""

import argparse
import json
import random

from rules import Rule

RULES = [Rule("level", "(INFO|WARN) .*"), Rule("plain", "(?:[ -~]|\\t)*")]


def lines(count, seed):
    """Lines as a service writes them; from time to time it dumps all it knows."""
    chance = random.Random(seed)
    for number in range(count):
        if number == count - 3:
            state = {f"order {n}": [chance.random() for _ in range(3)] for n in range(9000)}
            yield "INFO state " + json.dumps(state)
        else:
            yield f"INFO order {chance.randrange(10**6)} is packed"


def check(rule, log):
    with rule:
        return [number for number, line in enumerate(log) if not rule.keeps(line)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=400)
    options = parser.parse_args()
    log = list(lines(options.lines, 3))
    for rule in RULES[1:]:
        print(rule.name, check(rule, log), flush=True)


if __name__ == "__main__":
    main()
