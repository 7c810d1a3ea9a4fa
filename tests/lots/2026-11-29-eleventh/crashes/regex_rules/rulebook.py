"""The rule book, as the clerks write it: a pattern, an arrow, and a box."""

BOOK = """
invoice|bill -> accounts
^Re: -> answers
[0-9]{4}-[0-9]{2} -> dates
\\$(total -> accounts
"""


def rules_of(book):
    for line in book.strip().splitlines():
        pattern, _, box = line.rpartition(" -> ")
        yield pattern, box
