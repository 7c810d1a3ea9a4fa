import dataclasses
import time


@dataclasses.dataclass(frozen=True)
class Step:
    name: str
    needs: tuple = ()
    megabytes: int = 200
    seconds: float = 0.1

    def run(self):
        time.sleep(self.seconds)
        return f"{self.name} ok"


def compile_of(source):
    return Step(f"{source}.o", megabytes=250 + 40 * len(source))


SOURCES = ["lexer", "parser", "types", "emit", "main"]


def steps(lto):
    objects = [compile_of(source) for source in SOURCES]
    yield from objects
    names = tuple(step.name for step in objects)
    yield Step("libcore.a", names[:4], 120)
    yield Step("compiler", (names[-1], "libcore.a"), 2300 if lto else 700, 0.4)
    yield Step("manual.html", (), 90)
    yield Step("package.tar", ("compiler", "manual.html"), 60)
