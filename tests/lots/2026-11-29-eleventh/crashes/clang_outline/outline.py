"""The outline of some C: functions and their types, by libclang."""

from clang.cindex import CursorKind, Index, TranslationUnit, conf

SOURCES = {
    "mill.c": "struct wheel { int cogs; };\nint grind(struct wheel *w, int sacks);\nvoid stop(void);\n",
    "well.c": "double depth(int well);\nint draw(int well, double litres);\n",
}


def functions(unit):
    return [cursor for cursor in unit.cursor.get_children() if cursor.kind == CursorKind.FUNCTION_DECL]


class Outline:
    """Units are large, so each one is thrown away as soon as its functions are known."""

    def __init__(self):
        self.index = Index.create()
        self.functions = []

    def read(self, name, text):
        unit = TranslationUnit.from_source(name, unsaved_files=[(name, text)], index=self.index)
        self.functions += functions(unit)
        conf.lib.clang_disposeTranslationUnit(unit)
        unit.obj = None

    def lines(self):
        for cursor in self.functions:
            yield f"{cursor.result_type.spelling} {cursor.displayname}"


outline = Outline()
for name, text in SOURCES.items():
    outline.read(name, text)
for line in outline.lines():
    print(line, flush=True)
