"""Solves what it reads from one FIFO and answers in the other one."""

import sys


def main(questions, answers):
    with open(answers, "w") as out, open(questions) as lines:
        for line in lines:
            out.write(f"{sum(int(n) for n in line.split())}\n")
            out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
