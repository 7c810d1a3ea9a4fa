"""What takes part in what Numba could not compile: variables of its representation, as plain data.

{role, name, type, place, origins}      see numba.facts
"""

from atfault_probe.numba.places import own_name
from atfault_probe.numba.types import get, plain_type

MAX_OPERANDS = 12
INSTRUCTIONS = {"setitem": ("STORE_SUBSCR", "STORE_SLICE"), "delitem": ("DELETE_SUBSCR",),
                "setattr": ("STORE_ATTR",)}  # fmt: skip
"""What a statement does → the instructions that do it."""


class Operands:
    """What is known of variables of the representation."""

    def __init__(self, code, infer):
        self._code = code
        self._variables = get(infer, "typevars")
        self._context = get(infer, "context")

    def operand(self, role, name):
        shown, origins = self._code.origins(name)
        return {
            "role": role,
            "name": shown,
            "type": self.type_of(name),
            "place": self._code.of_temporary(name),
            "origins": [self.origin(one) for one in origins[:MAX_OPERANDS]],
        }

    def type_of(self, name):
        one = self.numba_type(name)
        return None if one is None else plain_type(one)

    def add_field(self, told, name):
        """Of an attribute that a jitclass has: the type of what is assigned to it."""
        struct = get(self.numba_type(name), "struct")
        wanted = struct.get(told["attribute"]) if isinstance(struct, dict) else None
        if wanted is not None:
            told["near"] = told["near"] or [told["attribute"]]
            told["operands"].append(
                {"role": "wanted", "name": "", "type": plain_type(wanted), "place": None,
                 "origins": []}
            )  # fmt: skip

    def numba_type(self, name):
        if self._variables is None or not dict.__contains__(self._variables, name):
            return None
        return get(dict.__getitem__(self._variables, name), "type")

    def sources(self, name, seen, found):
        """The assignments that a variable gets its values from, where the ways to it meet."""
        if name in seen or len(seen) > MAX_OPERANDS:
            return
        seen.add(name)
        for statement in self._code.assigned(name):
            value = get(statement, "value")
            if get(value, "op") == "phi":
                for one in get(value, "incoming_values") or ():
                    if type(get(one, "name")) is str:
                        self.sources(get(one, "name"), seen, found)
                continue
            index = get(value, "index") if type(value).__name__ == "Arg" else None
            found.append(
                {
                    "kind": "expression" if index is None else "argument",
                    "name": own_name(name),
                    "index": index,
                    "place": self._code.of_statement(statement),
                    "type": self.type_of(name),
                }
            )

    def origin(self, one):
        told = {key: one[key] for key in ("kind", "name", "index", "place")}
        told["type"] = self.type_of(one["variable"])
        return told
