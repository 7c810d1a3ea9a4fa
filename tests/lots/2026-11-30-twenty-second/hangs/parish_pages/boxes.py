"""Boxes in pages: a line of colons with a name opens one, a line of colons closes it."""

import re
import xml.etree.ElementTree as etree

from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension


class BoxProcessor(BlockProcessor):
    OPEN = re.compile(r"^:::\s*(\w+)\s*(?:\n|$)")
    CLOSE = re.compile(r"(?:^|\n):::\s*$")

    def test(self, parent, block):
        return bool(self.OPEN.match(block))

    def run(self, parent, blocks):
        first = blocks.pop(0)
        name = self.OPEN.match(first).group(1)
        inside = [self.OPEN.sub("", first, count=1)]
        while blocks and not self.CLOSE.search(inside[-1]):
            inside.append(blocks.pop(0))
        if not self.CLOSE.search(inside[-1]):
            blocks.extend([first, *inside[1:]])
            return True
        inside[-1] = self.CLOSE.sub("", inside[-1])
        box = etree.SubElement(parent, "div", {"class": name})
        self.parser.parseBlocks(box, [block for block in inside if block.strip()])
        return True


class BoxExtension(Extension):
    def extendMarkdown(self, md):
        md.parser.blockprocessors.register(BoxProcessor(md.parser), "box", 175)
