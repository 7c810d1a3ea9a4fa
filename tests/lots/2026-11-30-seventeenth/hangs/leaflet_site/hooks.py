"""Makes a printable leaflet in narrow columns of each page of the site, for the box at the gate."""

import logging
import re

log = logging.getLogger("mkdocs.hooks.leaflet")


class Column:
    """Text with a label in front of each first line, broken at a width."""

    def __init__(self, width):
        self.width = width
        self.lines = []

    def add(self, label, text):
        indent = f"{label}: " if label else ""
        room = self.width - len(indent)
        rest = " ".join(text.split())
        first = True
        while rest:
            piece = self.break_at(rest, room)
            if piece:
                self.lines.append((indent if first else " " * len(indent)) + piece.rstrip())
            rest = rest[len(piece):].lstrip()
            first = False

    @staticmethod
    def break_at(text, room):
        if len(text) <= room:
            return text
        at = text.rfind(" ", 0, room + 1)
        if at > 0:
            return text[:at]
        return text[:room]

    def __str__(self):
        return "\n".join(self.lines)


class Leaflet:
    SECTION = re.compile(r"^## +(.*)$", re.M)

    def __init__(self, title, width):
        self.title = title
        self.column = Column(width)

    def read(self, markdown):
        parts = self.SECTION.split(markdown)
        self.column.add("", self.plain(parts[0]))
        for label, text in zip(parts[1::2], parts[2::2]):
            self.column.add(label.strip(), self.plain(text))
        return self

    @staticmethod
    def plain(markdown):
        text = re.sub(r"^#+ .*$", "", markdown, flags=re.M)
        text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
        return re.sub(r"[*_`]", "", text)

    def html(self):
        return f"<details><summary>Leaflet</summary><pre>{self.column}</pre></details>"


LEAFLETS = {}


def on_page_markdown(markdown, page, config, files):
    width = config["extra"]["leaflet_width"]
    LEAFLETS[page.file.src_uri] = Leaflet(page.title, width).read(markdown)
    log.info("leaflet of %s", page.file.src_uri)
    return markdown


def on_page_content(html, page, config, files):
    return html + LEAFLETS[page.file.src_uri].html()


def on_post_build(config):
    log.info("%d leaflets", len(LEAFLETS))
