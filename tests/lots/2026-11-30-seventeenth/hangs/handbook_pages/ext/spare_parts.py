"""A role for Sphinx, :part:`4711`, that writes name and price of a spare part."""

from docutils import nodes
from docutils.parsers.rst import Directive, roles
from sphinx.util import logging

from stock_list import StockList

logger = logging.getLogger(__name__)
STOCK = StockList()


def part_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    part = STOCK.find(text)
    if part is None:
        message = inliner.reporter.warning(f"no part {text}", line=lineno)
        return [inliner.problematic(rawtext, rawtext, message)], [message]
    return [nodes.strong(rawtext, f"{part.name} ({part.price:.2f})")], []


class PartsTable(Directive):
    """.. parts:: 4711 4712"""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        rows = nodes.bullet_list()
        for number in self.arguments[0].split():
            part = STOCK.find(number)
            text = f"{number}: {part.name}" if part else f"{number}: ?"
            rows += nodes.list_item("", nodes.paragraph("", text))
        return [rows]


def load(app):
    STOCK.open(app.config.parts_list)
    logger.info("stock list with %d parts", len(STOCK))


def close(app, exception):
    STOCK.close()


def setup(app):
    app.add_config_value("parts_list", "parts.csv", "env")
    roles.register_local_role("part", part_role)
    app.add_directive("parts", PartsTable)
    app.connect("builder-inited", load)
    app.connect("build-finished", close)
    return {"version": "1.2", "parallel_read_safe": True, "parallel_write_safe": True}
