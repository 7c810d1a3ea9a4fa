"""Runs all checks, one after the other; its exit code tells which have failed (as monitors do)."""

import sys

import checks


def main():
    code = 0
    for check in checks.Check.registry:
        try:
            check.run()
        except checks.CheckError as error:
            print(error, flush=True)
            code |= error.code
    return code


if __name__ == "__main__":
    sys.exit(main())
