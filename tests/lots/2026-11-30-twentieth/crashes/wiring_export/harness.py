"""A harness of cables as a tree of yaml: each section has the one that it feeds."""
import yaml


def scalar(text):
    return yaml.ScalarNode("tag:yaml.org,2002:str", str(text))


def section(number, gauge, feeds=None):
    items = [(scalar("number"), scalar(number)), (scalar("gauge"), scalar(gauge))]
    if feeds is not None:
        items.append((scalar("feeds"), feeds))
    return yaml.MappingNode("tag:yaml.org,2002:map", items, flow_style=True)


class Harness:
    def __init__(self, name, sections):
        self.name = name
        self.sections = sections

    def tree(self):
        node = None
        for number in range(self.sections, 0, -1):
            node = section(number, 4 if number % 3 else 6, node)
        return node

    def text(self):
        return yaml.serialize(self.tree(), Dumper=yaml.CSafeDumper)
