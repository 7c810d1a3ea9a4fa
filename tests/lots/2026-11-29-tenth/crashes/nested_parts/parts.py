"""Parts lists as XML; each part may have parts."""

from lxml import etree, objectify

PARSER = objectify.makeparser(huge_tree=True)


def nested(depth):
    return "<part>" * depth + "<name>bolt</name>" + "</part>" * depth


class List:
    def __init__(self, text):
        self.root = objectify.fromstring(text, PARSER)

    def depth(self):
        return max(sum(1 for _ in name.iterancestors()) for name in self.root.iter("name"))

    def dump(self):
        return objectify.dump(self.root)

    def size(self):
        return len(etree.tostring(self.root))
