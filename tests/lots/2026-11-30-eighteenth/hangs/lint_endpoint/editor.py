"""An editor with one text open."""

import logging
import os

from linter import Linter, Peer
from texts import Texts

TEXT = """def first():
    return "a line that is longer than most lines of this file are"


def second():
    pass
"""


class Editor(Peer):
    settings = {"lint": {"width": 72}}

    def m_workspace__configuration(self, section=None, **_):
        return self.settings[section]

    def lint(self, text):
        return self.ask("text/lint", uri=text.uri, text=text.content)


def pair():
    there, here = os.pipe(), os.pipe()
    linter = Linter("linter", os.fdopen(there[0], "rb"), os.fdopen(here[1], "wb"))
    editor = Editor("editor", os.fdopen(here[0], "rb"), os.fdopen(there[1], "wb"))
    return editor, linter


def main():
    logging.basicConfig(level=logging.INFO)
    editor, linter = pair()
    first = Texts().open("file:///first.py", TEXT)
    logging.info("%s", editor.ask("initialize", root="/"))
    logging.info("too long: %s", editor.lint(first))
    editor.settings["lint"]["width"] = 60
    editor.endpoint.notify("config/changed", {"settings": "lint"})
    logging.info("too long: %s", editor.lint(first))


if __name__ == "__main__":
    main()
