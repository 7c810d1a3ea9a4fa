from jinja2 import nodes
from jinja2.ext import Extension


class Aside(Extension):
    """{% aside "title" %} ... {% endaside %}: kept for the end of the page, not shown here."""

    tags = {"aside"}

    def __init__(self, environment):
        super().__init__(environment)
        environment.extend(asides=[])

    def parse(self, parser):
        line = next(parser.stream).lineno
        title = parser.parse_expression()
        parser.stream.expect("block_end")
        words = []
        while not parser.stream.current.test("name:endaside"):
            token = next(parser.stream)
            if token.type == "data":
                words += token.value.split()
        parser.stream.skip()
        call = self.call_method("_keep", [title, nodes.Const(" ".join(words))])
        return nodes.Output([nodes.MarkSafe(call)]).set_lineno(line)

    def _keep(self, title, text):
        self.environment.asides.append((title, text))
        return f"[{len(self.environment.asides)}]"
