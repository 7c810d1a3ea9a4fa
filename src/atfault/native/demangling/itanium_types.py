"""Types and template arguments of Itanium C++ names; see `itanium` for the scheme."""

from __future__ import annotations

from collections.abc import Callable

from atfault.native.demangling.itanium_cursor import (
    MAX_OUTPUT,
    Cursor,
    NotMangled,
    Pack,
    Type,
    declare,
    join_template,
    template_text,
)
from atfault.native.demangling.itanium_tables import BUILTIN, D_BUILTIN, LITERAL_SUFFIX, STD


class TypeParser(Cursor):
    """Reads types. `itanium.Parser` adds names."""

    __slots__ = ()

    # -- what names are made of: see itanium.Parser ------------------------------------------------

    def encoding(self, top: bool) -> str:
        raise NotImplementedError

    def name(self, tag: bool) -> tuple[str, bool, bool, str]:
        raise NotImplementedError

    def source_name(self) -> str:
        raise NotImplementedError

    def operator(self) -> tuple[str, bool]:
        raise NotImplementedError

    def expression(self) -> str:
        raise NotImplementedError

    # -- types -----------------------------------------------------------------------------------

    def parameters(self) -> str:
        """Types up to the end of a bare function type."""
        text, out = self.text, []
        if text[self.pos] == "v" and text[self.pos + 1] in "\0E.$@RO":
            self.pos += 1
            return ""
        while text[self.pos] not in "\0E.$@Q":
            if text[self.pos] in "RO" and text[self.pos + 1] == "E":
                break
            left, right = self.type()
            if left or right:
                out.append(left + right)
        return ", ".join(out)

    def type(self) -> Type:
        text = self.text
        char = text[self.pos]
        builtin = BUILTIN.get(char)
        if builtin is not None:
            self.pos += 1
            return builtin, ""
        self.enter()
        start, before, self.names_parameter = self.pos, self.names_parameter, False
        result = self.compound_type(char)
        if self.names_parameter and not self.is_repeat and self.subs and char != "S":
            arguments = [] if self.in_lambda else self.targs
            self.dependent.setdefault(len(self.subs) - 1, (start, arguments))
        self.names_parameter = self.names_parameter or before
        self.depth -= 1
        self.size += len(result[0]) + len(result[1])
        if self.size > 16 * MAX_OUTPUT:
            raise NotMangled("output too long")
        return result

    def compound_type(self, char: str) -> Type:
        text = self.text
        if char == "S":
            if text[self.pos + 1] == "t":
                return self.add(self.class_type())
            found = self.element(self.substitution())
            if text[self.pos] != "I":
                return found
            return self.add((join_template("".join(found), self.template_args(False)), ""))
        if char == "N" or char == "Z" or "0" <= char <= "9":
            return self.add(self.class_type())
        if char in "PRO":
            self.pos += 1
            return self.add(declare(self.type(), {"P": "*", "R": "&", "O": "&&"}[char]))
        if char in "KVr":
            return self.qualified()
        if char == "T":
            return self.parameter_type()
        if char == "F":
            return self.add(self.function(""))
        if char == "D":
            return self.d_type()
        if char == "A":
            return self.array()
        if char == "M":
            return self.member_pointer()
        return self.rare_type(char)

    def add(self, value: Type) -> Type:
        self.subs.append(value)
        return value

    def class_type(self) -> Type:
        return self.name(tag=False)[0], ""

    def qualified(self) -> Type:
        text, words = self.text, ""
        while (char := text[self.pos]) in "KVr":
            words = {"K": " const", "V": " volatile", "r": " restrict"}[char] + words
            self.pos += 1
        if char == "F":  # the qualifiers of `this` in a member function: one type, not two
            return self.add(self.function(words))
        left, right = self.type()
        if right.startswith("("):
            return self.add((left, right + words))
        return self.add((left if left.endswith(words) else left + words, right))

    def parameter_type(self) -> Type:
        text = self.text
        if text[self.pos + 1] in "sue" and text[self.pos + 2] in "NZ0123456789S":
            self.pos += 2
            return self.add(self.class_type())
        start = self.pos
        found = self.template_param()
        if not self.conversion and not self.is_repeat:
            self.dependent[len(self.subs)] = start, [] if self.in_lambda else self.targs
        self.subs.append(found)
        if text[self.pos] != "I" or self.conversion:
            return found
        return self.add((join_template("".join(found), self.template_args(False)), ""))

    def template_param(self) -> Type:
        """T_ T0_ …: an argument of the template around; in a generic lambda auto:1, auto:2 …"""
        self.pos += 1
        index = self.index()
        self.names_parameter = True
        if self.in_lambda:
            return f"auto:{index + 1}", ""
        if index < len(self.targs) and not self.conversion:
            return self.element(self.targs[index])
        if self.conversion:  # the arguments follow the type that names them
            self.forward = True
            return f"\0{index}\0", ""
        raise NotMangled("template parameter without an argument")

    def resolve_forward(self, text: str) -> str:
        for index, value in enumerate(self.targs):
            text = text.replace(f"\0{index}\0", "".join(self.element(value)))
        if "\0" in text:
            raise NotMangled("conversion to an unknown template parameter")
        return text

    def substitution(self) -> Type | Pack:
        text = self.text
        two = text[self.pos : self.pos + 2]
        if two in STD:
            self.pos += 2
            name = STD[two]
            while text[self.pos] == "B":
                self.pos += 1
                name += f"[abi:{self.source_name()}]"
                self.subs.append((name, ""))
            return name, ""
        end = text.find("_", self.pos, self.pos + 8)
        if end < 0:
            raise NotMangled("substitution")
        digits = text[self.pos + 1 : end]
        if digits and not (digits.isalnum() and digits.upper() == digits):
            raise NotMangled("substitution")
        index = int(digits, 36) + 1 if digits else 0
        self.pos = end + 1
        if index >= len(self.subs):
            raise NotMangled("substitution past the table")
        if index in self.dependent:
            start, arguments = self.dependent[index]
            self.names_parameter = True
            if arguments is not self.targs and self.targs:
                return self.read_again(index, start)
        return self.subs[index]

    def read_again(self, index: int, start: int) -> Type:
        """A substitution that names a parameter, with the template arguments of its present use."""
        saved = self.pos, self.subs, self.is_repeat
        self.pos, self.subs, self.is_repeat = start, self.subs[:index], True
        try:
            return self.template_param() if self.text[start] == "T" else self.type()
        finally:
            self.pos, self.subs, self.is_repeat = saved

    def function(self, suffix: str) -> Type:
        """F [Y] <return type> <parameters> [R|O] E"""
        text = self.text
        self.expect("F")
        if text[self.pos] == "Y":
            self.pos += 1
        left, right = self.type()
        parameters = self.parameters()
        if text[self.pos] in "RO":
            suffix += " &" if text[self.pos] == "R" else " &&"
            self.pos += 1
        self.expect("E")
        gap = "" if right else " "
        return left + gap, f"({parameters}){suffix}{right}"

    def array(self) -> Type:
        """A <number> _ <type>  |  A <expression> _ <type>"""
        text = self.text
        self.pos += 1
        size = ""
        if "0" <= text[self.pos] <= "9":
            size = str(self.number())
        elif text[self.pos] != "_":
            size = self.expression()
        self.expect("_")
        left, right = self.type()
        return self.add((left, f" [{size}]{right.lstrip()}"))

    def member_pointer(self) -> Type:
        self.pos += 1
        owner = "".join(self.type())
        left, right = self.type()
        if right.startswith(("(", " [")):
            return self.add((f"{left}({owner}::*", f"){right}"))
        return self.add((f"{left} {owner}::*", right))

    def d_type(self) -> Type:
        text = self.text
        code = text[self.pos + 1]
        if code in D_BUILTIN:
            self.pos += 2
            return D_BUILTIN[code], ""
        if code in "tT":
            return self.add((self.decltype(), ""))
        if code == "p":
            return self.pack_expansion()
        if code in "oOwx":
            return self.noexcept_function(code)
        self.pos += 2
        if code == "v":
            size = str(self.number()) if text[self.pos].isdigit() else self.expression()
            self.expect("_")
            left, right = self.type()
            return self.add((f"{left}{right} __vector({size})", ""))
        if code == "F":
            bits = self.number()
            suffix = text[self.pos]
            if suffix == "b" or suffix == "x":
                self.pos += 1
            else:
                self.expect("_")
            name = {"b": "std::bfloat16_t", "x": f"_Float{bits}x"}.get(suffix, f"_Float{bits}")
            return name, ""
        if code in "BU":
            sign = "unsigned " if code == "U" else ""
            bits_text = str(self.number())
            self.expect("_")
            return f"{sign}_BitInt({bits_text})", ""
        raise NotMangled(f"type D{code}")

    def noexcept_function(self, code: str) -> Type:
        self.pos += 2
        suffix = " noexcept"
        if code == "O":
            suffix = f" noexcept({self.expression()})"
            self.expect("E")
        elif code == "x":
            suffix = " transaction_safe"
        elif code == "w":
            raise NotMangled("dynamic exception specification")
        return self.add(self.function(suffix))

    def pack_expansion(self) -> Type:
        """Dp <type that names a pack>: the pattern is read again for each element of the pack."""
        texts = self.expand(lambda: "".join(self.type()), 2)
        return self.add((", ".join(texts), ""))

    def expand(self, parse: Callable[[], str], skip: int) -> list[str]:
        self.pos += skip
        start, first = self.pos, len(self.subs)
        saved = self.pack_index, self.pack_size
        self.pack_index, self.pack_size = 0, None
        texts = [parse()]
        end, versions = self.pos, [self.subs[first:]]
        size = self.size_of_pack()
        if size is None or self.in_lambda:  # no pack named: an unexpanded pattern
            self.pack_index, self.pack_size = saved
            return [texts[0] + "..."]
        if size > 4096:
            raise NotMangled("pack too long")
        for index in range(1, size):
            self.pos, self.pack_index = start, index
            del self.subs[first:]
            texts.append(parse())
            versions.append(self.subs[first:])
        self.pos = end
        self.pack_index, self.pack_size = saved
        columns = zip(*versions)
        self.subs[first:] = [
            Pack(column if size else ()) if size == 0 or len(set(column)) > 1 else column[0]
            for column in columns
        ]
        return texts[:size]

    def size_of_pack(self) -> int | None:
        return self.pack_size

    def rare_type(self, char: str) -> Type:
        text = self.text
        self.pos += 1
        if char in "CG":
            left, right = self.type()
            return self.add((left + (" _Complex" if char == "C" else " _Imaginary"), right))
        if char == "U":
            name = self.source_name()
            if text[self.pos] == "I":
                name = join_template(name, self.template_args(False))
            left, right = self.type()
            return self.add((f"{left} {name}", right))
        if char == "u":
            name = self.source_name()
            if text[self.pos] == "I":
                name = join_template(name, self.template_args(False))
            return self.add((name, ""))
        raise NotMangled(f"type {char!r}")

    # -- template arguments and expressions ------------------------------------------------------

    def template_args(self, tag: bool) -> str:
        """I <argument>* E → "<a, b>". With `tag`, T_ refers to them from now on."""
        self.enter()
        self.expect("I")
        arguments: list[Type | Pack] = []
        saved = self.conversion
        self.conversion = False
        while self.text[self.pos] != "E":
            if self.text[self.pos] == "Q":
                raise NotMangled("constraint")
            arguments.append(self.template_arg_value())
        self.pos += 1
        self.conversion = saved
        if tag:
            self.targs = arguments
        self.depth -= 1
        return template_text(arguments)

    def template_arg(self) -> str:
        value = self.template_arg_value()
        return "".join(self.element(value))

    def template_arg_value(self) -> Type | Pack:
        char = self.text[self.pos]
        if char == "L":
            return self.literal(), ""
        if char == "X":
            self.pos += 1
            text = self.expression()
            self.expect("E")
            return text, ""
        if char == "J":
            self.pos += 1
            values: list[Type] = []
            while self.text[self.pos] != "E":
                value = self.template_arg_value()
                values.extend(value if isinstance(value, Pack) else (value,))
            self.pos += 1
            return Pack(values)
        if char == "D" and self.text[self.pos + 1] == "p":
            return self.expansion_arg()
        return self.type()

    def expansion_arg(self) -> Pack:
        """Dp as a template argument keeps its elements apart: T_ may refer to them as a pack."""
        texts = self.expand(lambda: "".join(self.type()), 2)
        self.subs.append((", ".join(texts), ""))
        return Pack((text, "") for text in texts)

    def decltype(self) -> str:
        self.pos += 2
        text = self.expression()
        self.expect("E")
        return f"decltype ({text})"

    def literal(self) -> str:
        """L <type> <value> E  |  L _Z <encoding> E"""
        text = self.text
        self.expect("L")
        if text[self.pos] == "_" or text[self.pos : self.pos + 2] == "Z_":
            self.pos += 2 if text[self.pos + 1] == "Z" else 1
            inner = self.encoding(top=False)
            self.expect("E")
            return inner
        code = text[self.pos]
        kind = "".join(self.type())
        end = text.index("E", self.pos)
        value = text[self.pos : end]
        self.pos = end + 1
        if value.startswith("n"):
            value = "-" + value[1:]
        if code == "b" and value in "01" and value:
            return "true" if value == "1" else "false"
        if code in LITERAL_SUFFIX and value:
            return value + LITERAL_SUFFIX[code]
        if kind == "decltype(nullptr)":
            return f"({kind}){value or '0'}"
        return f"({kind}){value}" if code not in "fdeg" else f"({kind})[{value}]"
