"""A server of MCP with notes, whose tool counts the words of a note by a filter of the desk."""

import os
import subprocess
import sys

from mcp.server.mcpserver import MCPServer

HERE = os.path.dirname(os.path.abspath(__file__))
NOTES = {
    "milk": "buy milk, and bread, and the paper",
    "roof": "the roof leaks again above the stairs",
}

server = MCPServer("notes")


class Filter:
    """A program that reads notes and prints what it found out."""

    def __init__(self, name):
        self.command = [sys.executable, os.path.join(HERE, f"{name}.py")]

    def run(self, *arguments):
        done = subprocess.run(
            [*self.command, *arguments], stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout.strip()


@server.tool()
def names() -> list[str]:
    """The names of all notes."""
    return sorted(NOTES)


@server.tool()
def words(name: str) -> str:
    """How many words a note has."""
    return Filter("count_words").run(NOTES[name])


if __name__ == "__main__":
    server.run()
