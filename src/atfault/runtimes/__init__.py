"""Values of packages with C types of their own, each a plug-in.

A plug-in is a module with a function `decode(decoder, subject) -> Value`; `BUILT_IN` lists it with
the qualified names of the types that it decodes. A type is looked for along the object's tp_base
chain, so subclasses are found too. `decode` reads memory through the decoder alone
(`decoder.memory`, `decoder.child` for parts), and raises MemoryFault or ValueError where the object
is damaged or its layout cannot be proved: the value is then absent, never wrong. A plug-in's module
is imported when the first object of its types is met.
"""

from typing import NamedTuple

from atfault import lazy
from atfault.cpython.values.objects import Handler


class Plugin(NamedTuple):
    """module: full name of the module with `decode`; types: what it decodes."""

    module: str
    types: tuple[str, ...]


BUILT_IN: tuple[Plugin, ...] = (
    Plugin(
        "atfault.runtimes.numpy",
        (
            "numpy.ndarray",
            "numpy.dtype",
            "numpy.generic",
        ),
    ),
    Plugin(
        "atfault.runtimes.torch",
        (
            "torch._C.TensorBase",
            "torch._C._TensorBase",
            "torch.dtype",
            "torch.device",
            "torch.nn.modules.module.Module",
        ),
    ),
    Plugin("atfault.runtimes.cffi", ("_cffi_backend._CDataBase", "_cffi_backend.CData")),
    Plugin("atfault.runtimes.jitclass", ("_box.Box",)),
    Plugin("atfault.runtimes.paths", ("pathlib.PurePath", "pathlib._local.PurePath")),
)


def handlers(plugins: tuple[Plugin, ...] = BUILT_IN) -> dict[str, Handler]:
    """Type name → handler, as ValueDecoder takes them."""
    return {
        name: lazy.calling(f"{plugin.module}:decode") for plugin in plugins for name in plugin.types
    }
