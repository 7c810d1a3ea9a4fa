"""The language of recipes: steps, each a verb with amounts and things."""

from dataclasses import dataclass

from parsy import regex, seq, string


@dataclass(frozen=True)
class Amount:
    value: float
    unit: str


@dataclass(frozen=True)
class Step:
    verb: str
    things: list
    remark: str


space = regex(r"[ \t]*")
word = regex(r"[a-z]+")
number = regex(r"\d+(\.\d+)?").map(float)
unit = string("g") | string("ml") | string("spoons") | string("")
amount = seq(number << space, unit << space).combine(Amount)
thing = seq(amount.optional(), word << space)
comma = string(",") << space
remark = (string("(") >> regex(r"[^)]*") << string(")") << space).optional("")
step = seq(word << space, thing.sep_by(comma), remark).combine(Step)
filler = regex(r"(#[^\n]*)?\n?")
line = step << string(".") << space
recipe = (filler.many() >> line).many() << filler.many()


def parse(text):
    return recipe.parse(text)
