"""What a salvaged file has, as text."""

from __future__ import annotations

from atfault.model.salvage import LostValue, Salvage, SavedFrame, SavedLoader, SavedValue
from atfault.model.secret_texts import mask_text
from atfault.model.secrets import MASK, hides
from atfault.report.escape import clean, crop
from atfault.report.layout import Style, bullet

MAX_LOCALS = 40
MAX_LOST = 12
MAX_TEXT = 200
MAX_PATH = 60


def render_salvage(
    salvage: Salvage, path: str, style: Style, width: int = 100, *, verbose: bool = False
) -> str:
    """The text. Nothing of the file is executed for it."""
    message = salvage.error.message.partition("\n")[0]
    title = f"Saved when {salvage.error.type} ended process {salvage.pid or '?'}: {message}"
    lines = [style.paint("alarm", crop(clean(title), width)), ""]
    for frame in salvage.frames:
        lines += _frame(frame, style, width, verbose)
    for one in salvage.loaders[:MAX_LOCALS]:
        lines += [*bullet(crop(_loader(one), MAX_TEXT), width)]
    if salvage.random:
        names = ", ".join(map(clean, salvage.random))
        lines += [*bullet(f"states of the random number generators: {names}", width), ""]
    if salvage.lost:
        lines.append("  " + style.paint("strong", "Lost"))
        shown = salvage.lost if verbose else salvage.lost[:MAX_LOST]
        for lost in shown:
            lines += bullet(crop(_lost(lost), MAX_TEXT), width)
        if len(shown) < len(salvage.lost):
            lines.append(f"    {len(salvage.lost) - len(shown)} more: -v shows them")
        lines.append("")
    lines.append("  " + style.paint("strong", "Next"))
    command = f"atfault_probe.salvage.load({clean(path)!r})"
    lines.append("    - " + style.paint("command", command))
    lines += [
        "      makes them anew, in Python: it executes what the file says, so only a file of yours"
    ]
    return "\n".join(lines) + "\n"


def _loader(one: SavedLoader) -> str:
    of = "" if one.of is None else f" of {one.of}"
    passes = f", in pass {one.passes + 1}" if one.passes else ""
    return f"{clean(one.name)} had given out {one.batches}{of} batches{passes}"


def _frame(frame: SavedFrame, style: Style, width: int, verbose: bool) -> list[str]:
    file = crop(clean(frame.file), MAX_PATH, keep_end=True)
    where = file if frame.line is None else f"{file}:{frame.line}"
    lines = ["  " + style.paint("strong", crop(f"{where}, in {clean(frame.function)}", width - 2))]
    shown = frame.locals if verbose else frame.locals[:MAX_LOCALS]
    names = max((len(clean(one.name)) for one in shown), default=0)
    for one in shown:
        lines.append(crop(f"    {clean(one.name):<{min(names, 24)}}  {_value(one)}", width))
    if len(shown) < len(frame.locals):
        lines.append(f"    {len(frame.locals) - len(shown)} more: -v shows them")
    return [*lines, ""]


def _value(one: SavedValue) -> str:
    if one.value:
        return MASK if hides(one.name, one.value) else clean(mask_text(one.value))
    if one.shape is not None:
        where = f" on {clean(one.device)}, lost" if one.device not in ("", "cpu") else ""
        return f"{clean(one.dtype)}{_extents(one.shape)}{where}"
    if one.length is not None:
        return f"{clean(one.type)} of {one.length}"
    return clean(one.type)


def _lost(one: LostValue) -> str:
    shape = "" if one.shape is None else _extents(one.shape)
    return f"{clean(one.type)}{shape}: {clean(one.why)}"


def _extents(shape: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, shape))}]"
