from .filters import FILTERS
from .lexer import Lexer, TemplateError


class Text:
    def __init__(self, text):
        self.text = text

    def render(self, values):
        return self.text


class Slot:
    def __init__(self, name, filter_name, at):
        if filter_name and filter_name not in FILTERS:
            raise TemplateError(f"no filter {filter_name}", at)
        self.name = name
        self.filter = FILTERS.get(filter_name, str)

    def render(self, values):
        return self.filter(values[self.name])


class Template:
    """The nodes of a template, ready to be filled in."""

    def __init__(self, source):
        self.nodes = []
        for token in Lexer(source):
            if token.kind == "text" and token.text:
                self.nodes.append(Text(token.text))
            elif token.kind == "slot":
                self.nodes.append(Slot(*token.groups, token.at))

    def render(self, **values):
        return "".join(node.render(values) for node in self.nodes)
