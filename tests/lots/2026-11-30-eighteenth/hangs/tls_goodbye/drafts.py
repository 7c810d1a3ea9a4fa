"""Drafts of letters, by whom they are for."""

import string

TEXT = string.Template("dear $whom, thank you for the $what")


class Drafts:
    def __init__(self):
        self._gifts = []

    def gift(self, whom, what):
        self._gifts.append({"whom": whom, "what": what})
        return self

    def __iter__(self):
        for gift in self._gifts:
            yield TEXT.substitute(gift)
