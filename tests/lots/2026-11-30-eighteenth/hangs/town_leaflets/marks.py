"""Marks of the town's own for Markdown: boxes of hours, and notes on the edge."""

import re

HOURS = r"^\[hours\][ \t]*$"
NOTE = r"^~~>(?P<margin>.*)$"
ENDED = re.compile(r"^\[/hours\][ \t]*(?:\n|$)", re.M)


def parse_hours(block, m, state):
    start = m.end() + 1
    ended = ENDED.search(state.src, start)
    end = ended.start() if ended else start - 1
    rows = [line.split(None, 1) for line in state.src[start:end].splitlines() if line.strip()]
    if rows:
        state.append_token({"type": "hours", "attrs": {"rows": rows}})
    return ended.end() if ended else m.start()


def parse_note(block, m, state):
    state.append_token({"type": "note", "text": m["margin"].strip()})
    return m.end() + 1


def render_hours(renderer, rows):
    return "<table>" + "".join(f"<tr><td>{row[0]}<td>{row[-1]}</tr>" for row in rows) + "</table>\n"


def render_note(renderer, text):
    return f"<aside>{text}</aside>\n"


def marks(md):
    md.block.register("hours", HOURS, parse_hours, before="list")
    md.block.register("note", NOTE, parse_note, before="list")
    if md.renderer and md.renderer.NAME == "html":
        md.renderer.register("hours", render_hours)
        md.renderer.register("note", render_note)
