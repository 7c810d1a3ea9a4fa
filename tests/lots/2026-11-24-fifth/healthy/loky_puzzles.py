"""Solves puzzles in processes of loky; each takes minutes."""

import itertools

from loky import get_reusable_executor


def magic(sums):
    """How many squares of the digits have rows of these sums."""
    found = 0
    for digits in itertools.permutations(range(1, 12), 9):
        rows = [sum(digits[row : row + 3]) for row in (0, 3, 6)]
        found += rows == [sums] * 3
    return found


def main():
    executor = get_reusable_executor(max_workers=2, timeout=None)
    for sums, found in zip(range(12, 20), executor.map(magic, range(12, 20))):
        print(sums, found, flush=True)


if __name__ == "__main__":
    main()
