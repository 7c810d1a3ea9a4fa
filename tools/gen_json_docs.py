"""Write docs/json.md: the fields of the JSON report, from the schema that the package carries.

python tools/gen_json_docs.py            write the page
python tools/gen_json_docs.py --check    exit 1 when it is not fresh
"""

from __future__ import annotations

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCHEMA = os.path.join(ROOT, "src", "atfault", "model", "atfault.report-1.schema.json")
PAGE = os.path.join(ROOT, "docs", "json.md")
INTRODUCTION = """\
<!-- Made by tools/gen_json_docs.py from the JSON Schema; edit that. -->

# The report as JSON

`--json FILE` writes a report as JSON (`-` is standard output), and `atfault show FILE` reads it
again. Its shape is the schema `atfault.report/1`: fields may be added, none is renamed or removed,
so ignore those that you do not know. The schema itself is the file
`atfault/model/atfault.report-1.schema.json` of the installed package.

```
atfault core core.4711 --json - | jq -r '.diagnosis[0] | .cause, .summary, .blame[0].line'
```

In a list of frames the first is the innermost. Addresses are texts (`"0x7f…"`), because JSON
numbers lose digits. **Bold** fields are always there; the others may be missing from reports of
older versions.
"""
PLAIN = {
    "text_or_null": "text or null",
    "count_or_null": "number or null",
    "address_or_null": '"0x…" or null',
    "texts": "list of texts",
}
TITLES = {"report": "the report"}
NAMES = {"string": "text", "integer": "number", "boolean": "true or false", "null": "null"}


def page() -> str:
    """The whole text of the page."""
    with open(SCHEMA, encoding="utf-8") as file:
        definitions = json.load(file)["$defs"]
    parts = [INTRODUCTION]
    for name, schema in definitions.items():
        if name not in PLAIN and schema.get("type") == "object":
            parts.append(_section(name, schema))
    return "\n".join(parts)


def _section(name: str, schema: dict) -> str:
    lines = [f"## {TITLES.get(name, name)}", ""]
    if "description" in schema:
        lines += [_sentence(schema["description"]), ""]
    lines += ["| field | type | meaning |", "| --- | --- | --- |"]
    required = schema.get("required", ())
    for field, inner in schema["properties"].items():
        shown = f"**{field}**" if field in required else field
        lines.append(f"| {shown} | {_type(inner)} | {inner.get('description', '')} |")
    return "\n".join(lines) + "\n"


def _type(schema: dict) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name == "place_or_null":
            return "[place](#place) or null"
        return PLAIN.get(name) or f"[{name}](#{TITLES.get(name, name).replace(' ', '-')})"
    if "oneOf" in schema:
        return " or ".join(_type(part) for part in schema["oneOf"])
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type")
    if kind == "array":
        return "list of " + _type(schema["items"])
    if kind == "object":
        fields = ", ".join(schema.get("properties", ()))
        return f"{{{fields}}}"
    if isinstance(kind, list):
        return " or ".join(NAMES.get(one, one) for one in kind)
    return NAMES.get(kind, kind)


def _sentence(text: str) -> str:
    text = text[0].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def is_fresh() -> bool:
    """Whether the page on disk is the one that the schema gives."""
    try:
        with open(PAGE, encoding="utf-8") as file:
            return file.read() == page()
    except OSError:
        return False


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        if not is_fresh():
            print("docs/json.md is not fresh: run tools/gen_json_docs.py")
            return 1
        return 0
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
