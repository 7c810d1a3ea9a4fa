"""Calls of every function that the guard covers, of random shapes, with the values asked for.

A builder makes the arguments of one overload. It asks `Values` for its one tensor of indices (or
labels, probabilities …), and says itself, apart from the guard's table, which values are legal.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

MODES = ("boundary", "too high", "too low", "random")


class Call(NamedTuple):
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = {}


class Values:
    """What a builder draws from; afterwards it knows what was legal, and what is not."""

    def __init__(self, seed: int, mode: str = "random") -> None:
        self.random = random.Random(seed)
        self.mode = mode
        self.legal: tuple[float, float] = (0, 0)
        self.tensor = torch.empty(0)
        self.bad: list[tuple[list[int], float]] = []
        self.exempt: int | None = None

    def size(self, low: int = 1, high: int = 4) -> int:
        """Without zeros where the values are to be at the boundary."""
        if self.mode == "random" and low and self.random.random() < 0.06:
            return 0
        return self.random.randint(low, high)

    def shape(self, low: int = 1, high: int = 3) -> list[int]:
        return [self.size() for _ in range(self.random.randint(low, high))]

    def index(self, low: int, high: int, shape: list[int], dtype=torch.int64) -> torch.Tensor:
        """Integers for which low to high are legal, both inclusive."""
        return self._filled(low, high, shape, dtype, 1)

    def number(self, low: float, high: float, shape: list[int]) -> torch.Tensor:
        """Floats; low and high as for `index`."""
        return self._filled(low, high, shape, torch.float32, 0.125)

    def _filled(self, low, high, shape, dtype, step) -> torch.Tensor:
        count = 1
        for size in shape:
            count *= size
        self.legal = (low, high)
        span = range(int((high - low) / step) + 1) if high >= low else range(1)
        values = [low + step * self.random.choice(span) for _ in range(count)]
        if count and self.mode == "boundary":
            values[0], values[-1] = low, high
        elif count and self.mode == "too high":
            values[-1] = high + step
        elif count and self.mode == "too low":
            values[0] = low - step
        elif self.mode == "random" and self.random.random() < 0.5:
            for _ in range(self.random.randint(1, 2) if count else 0):
                wrong = self.random.choice((low - step, high + step, low - 7, high + 9))
                values[self.random.randrange(count)] = wrong
        self.tensor = torch.tensor(values, dtype=dtype).reshape(shape)
        return self.tensor

    def illegal(self) -> list[tuple[list[int], float]]:
        """[(place, value)] of what was drawn and is not legal."""
        low, high = self.legal
        bad = (self.tensor < low) | (self.tensor > high)
        if self.exempt is not None:
            bad &= self.tensor != self.exempt
        return [(at, self.tensor[tuple(at)].item()) for at in bad.nonzero().tolist()]


Builder = Callable[[Values], Call]


def _dim(v: Values, shape: list[int]) -> int:
    return v.random.randrange(-len(shape), len(shape))


def embedding(v: Values) -> Call:
    rows = v.size()
    return Call((torch.rand(rows, 2), v.index(0, rows - 1, v.shape(0, 2))))


def renorm(v: Values) -> Call:
    rows = v.random.randint(1, 4)
    return Call((torch.rand(rows, 2), v.index(0, rows - 1, [v.size()]), 1.0, 2.0))


def dense_backward(v: Values) -> Call:
    rows = v.random.randint(1, 4)
    index = v.index(0, rows - 1, [v.size()])
    return Call((torch.rand(index.numel(), 2), index, rows, -1, False))


def bag(v: Values) -> Call:
    rows = v.random.randint(1, 4)
    index = v.index(0, rows - 1, [v.random.randint(1, 5)])
    return Call((torch.rand(rows, 2), index, torch.tensor([0, index.numel() // 2])))


def bag_offsets(v: Values) -> Call:
    count = v.random.randint(1, 5)
    offset = v.index(0, count, [1])
    return Call(
        (torch.rand(3, 2), torch.zeros(count, dtype=torch.int64), torch.cat([offset * 0, offset]))
    )


def along(*more: Any, negative: bool = False, source: bool = False, **kwargs: Any) -> Builder:
    """input, dim, index of one dimension, perhaps as many rows of a source."""

    def build(v: Values) -> Call:
        shape = v.shape()
        dim = _dim(v, shape)
        size = shape[dim]
        index = v.index(-size if negative else 0, size - 1, [v.size()])
        rows = list(shape)
        rows[dim] = index.numel()
        tail = (torch.rand(rows),) if source else ()
        return Call((torch.rand(shape), dim, index, *tail, *more), kwargs)

    return build


def element_wise(*more: Any, source: bool = False, **kwargs: Any) -> Builder:
    """input, dim, index of its own shape but along dim, perhaps a source of the index's."""

    def build(v: Values) -> Call:
        shape = v.shape()
        dim = _dim(v, shape)
        own = list(shape)
        own[dim] = v.size()
        index = v.index(0, shape[dim] - 1, own)
        tail = (torch.rand(own),) if source else ()
        return Call((torch.rand(shape), dim, index, *tail, *more), kwargs)

    return build


def subscript(v: Values) -> Call:
    shape = v.shape()
    at = v.random.randrange(len(shape))
    index = v.index(-shape[at], shape[at] - 1, v.shape(0, 2))
    return Call((torch.rand(shape), [None] * at + [index]))


def masked_subscript(v: Values) -> Call:
    """A mask of two dimensions, then an index."""
    shape = [v.random.randint(1, 3) for _ in range(3)]
    mask = torch.ones(shape[:2], dtype=torch.bool)
    index = v.index(-shape[2], shape[2] - 1, [int(mask.sum())])
    return Call((torch.rand(shape), [mask, index]))


def put_subscript(v: Values) -> Call:
    one = subscript(v)
    return Call((*one.args, torch.tensor(1.0)))


def nll(v: Values) -> Call:
    rows, classes = v.size(), v.random.randint(1, 4)
    v.exempt = v.random.choice((-100, 1, 255)) if v.mode == "random" else -100
    target = v.index(0, classes - 1, [rows])
    if rows and v.mode == "random" and v.random.random() < 0.3:
        target[v.random.randrange(rows)] = v.exempt
    reduction = v.random.randint(0, 2)
    return Call((torch.rand(rows, classes), target, None, reduction, v.exempt))


def nll2d(v: Values) -> Call:
    rows, classes, h, w = (v.random.randint(1, 3) for _ in range(4))
    v.exempt = -100
    target = v.index(0, classes - 1, [rows, h, w])
    return Call((torch.rand(rows, classes, h, w), target, None, 1, -100))


def nll_backward(v: Values) -> Call:
    one = nll(v)
    args = one.args
    gradient = torch.ones(args[1].shape) if args[3] == 0 else torch.tensor(1.0)
    return Call((gradient, *args, torch.tensor(1.0)))


def nll2d_backward(v: Values) -> Call:
    one = nll2d(v)
    return Call((torch.tensor(1.0), *one.args, torch.tensor(1.0)))


def take(v: Values) -> Call:
    shape = v.shape()
    count = torch.Size(shape).numel()
    return Call((torch.rand(shape), v.index(-count, count - 1, v.shape(0, 2))))


def put(v: Values) -> Call:
    one = take(v)
    return Call((*one.args, torch.rand(one.args[1].shape)))


def bce_input(v: Values) -> Call:
    values = v.number(0.0, 1.0, v.shape(0, 2))
    return Call((values, torch.rand(values.shape)))


def bce_target(v: Values) -> Call:
    values = v.number(0.0, 1.0, v.shape(0, 2))
    return Call((torch.rand(values.shape), values))


def margin(v: Values) -> Call:
    rows, classes = v.random.randint(1, 4), v.random.randint(1, 4)
    return Call((torch.rand(rows, classes), v.index(0, classes - 1, [rows])))


def multilabel(v: Values) -> Call:
    rows, classes = v.random.randint(1, 4), v.random.randint(1, 4)
    return Call((torch.rand(rows, classes), v.index(-1, classes - 1, [rows, classes]), 1))


def poisson(v: Values) -> Call:
    values = v.number(0.0, 4.0, v.shape(0, 2))
    v.legal = (0.0, float("inf"))
    return Call((values,))


def bernoulli(v: Values) -> Call:
    values = v.number(0.0, 1.0, v.shape(1, 2))
    return Call((torch.empty(values.shape), values))


def multinomial(v: Values) -> Call:
    values = v.number(0.125, 4.0, [v.random.randint(1, 3), v.random.randint(1, 4)])
    values[values < 0.125] = -1
    v.legal = (0.0, float("inf"))
    return Call((values, 1))


def unpool2d(v: Values) -> Call:
    h, w = v.random.randint(1, 4), v.random.randint(1, 4)
    index = v.index(0, h * w - 1, [1, 1, v.random.randint(1, 2), v.random.randint(1, 2)])
    return Call((torch.rand(index.shape), index, [h, w]))


def unpool3d(v: Values) -> Call:
    # The size of what was pooled has to fit the output's, kernel and stride of 1.
    size = [v.random.randint(1, 2) for _ in range(3)]
    index = v.index(0, size[0] * size[1] * size[2] - 1, [1, 1, *size])
    return Call((torch.rand(index.shape), index, size, [1, 1, 1], [0, 0, 0]))


def repeats(v: Values) -> Call:
    values = v.index(0, 5, [v.size()])
    v.legal = (0, 1 << 62)
    return Call((values,))


def labels(v: Values) -> Call:
    steps, rows, classes = 6, v.random.randint(1, 2), v.random.randint(2, 4)
    longest = v.random.randint(1, 3)
    targets = v.index(0, classes - 1, [rows, longest])
    scores = torch.rand(steps, rows, classes).log_softmax(-1)
    return Call((scores, targets, [steps] * rows, [longest] * rows))


def labels_of_tensors(v: Values) -> Call:
    scores, targets, steps, lengths = labels(v).args
    return Call((scores, targets, torch.tensor(steps), torch.tensor(lengths)))


def mask(v: Values) -> Call:
    """The number of elements that the source has: the legal ones are those that the mask wants."""
    wanted = v.random.randint(1, 4)
    there = int(v.index(0, 0, [1]))  # 0: as many; 1: one too few
    source = torch.rand(max(wanted - abs(there), 0))
    return Call((torch.rand(2, 4), torch.arange(4) < wanted, torch.cat([source, source])))


def grouped(v: Values) -> Call:
    end = v.index(0, 16, [1], torch.int32)
    one = torch.rand(16, 16, dtype=torch.bfloat16)
    return Call((one, torch.rand(2, 16, 16, dtype=torch.bfloat16), torch.cat([end * 0, end])))


def _out(builder: Builder, **names: torch.dtype) -> Builder:
    """The same with tensors for the results."""

    def build(v: Values) -> Call:
        one = builder(v)
        made = {name: torch.empty(0, dtype=dtype) for name, dtype in names.items()}
        return Call(one.args, {**one.kwargs, **made})

    return build


F = torch.float32
SCATTER = {
    "src": element_wise(source=True),
    "value": element_wise(1.0),
    "reduce": element_wise(source=True, reduce="add"),
    "value_reduce": element_wise(1.0, reduce="add"),
}
BUILDERS: dict[str, tuple[Builder, ...]] = {
    "embedding": (embedding,),
    "embedding_renorm_": (renorm,),
    "embedding_dense_backward": (dense_backward,),
    "_embedding_bag": (bag, bag_offsets),
    "_embedding_bag_forward_only": (bag, bag_offsets),
    "index_select": (along(),),
    "index_select.out": (_out(along(), out=F),),
    "nll_loss_forward": (nll,),
    "nll_loss_forward.output": (_out(nll, output=F, total_weight=F),),
    "nll_loss2d_forward": (nll2d,),
    "nll_loss2d_forward.output": (_out(nll2d, output=F, total_weight=F),),
    "nll_loss_backward": (nll_backward,),
    "nll_loss2d_backward": (nll2d_backward,),
    "index.Tensor": (subscript, masked_subscript),
    "index.Tensor_out": (_out(subscript, out=F),),
    "_index_put_impl_": (put_subscript,),
    "index_fill_.int_Scalar": (along(1.0, negative=True),),
    "index_fill_.int_Tensor": (along(torch.tensor(1.0), negative=True),),
    "index_copy": (along(source=True),),
    "index_copy_": (along(source=True),),
    "index_copy.out": (_out(along(source=True), out=F),),
    "index_add": (along(source=True),),
    "index_add_": (along(source=True),),
    "index_add.out": (_out(along(source=True), out=F),),
    "index_reduce": (along("prod", source=True),),
    "index_reduce_": (along("prod", source=True),),
    "index_reduce.out": (_out(along("prod", source=True), out=F),),
    "gather": (element_wise(),),
    "gather.out": (_out(element_wise(), out=F),),
    **{f"scatter.{name}": (one,) for name, one in SCATTER.items()},
    **{f"scatter_.{name}": (one,) for name, one in SCATTER.items()},
    **{f"scatter.{name}_out": (_out(one, out=F),) for name, one in SCATTER.items()},
    "scatter_add": (element_wise(source=True),),
    "scatter_add_": (element_wise(source=True),),
    "scatter_add.out": (_out(element_wise(source=True), out=F),),
    "scatter_reduce.two": (element_wise("sum", source=True),),
    "scatter_reduce_.two": (element_wise("sum", source=True),),
    "scatter_reduce.two_out": (_out(element_wise("sum", source=True), out=F),),
    "take": (take,),
    "take.out": (_out(take, out=F),),
    "put_": (put,),
    "binary_cross_entropy": (bce_input, bce_target),
    "binary_cross_entropy.out": (_out(bce_input, out=F),),
    "multi_margin_loss": (margin,),
    "multi_margin_loss.out": (_out(margin, out=F),),
    "multilabel_margin_loss_forward": (multilabel,),
    "multilabel_margin_loss_forward.output": (_out(multilabel, output=F, is_target=F),),
    "masked_scatter_": (mask,),
    "poisson": (poisson,),
    "multinomial": (multinomial,),
    "multinomial.out": (_out(multinomial, out=torch.int64),),
    "bernoulli_.Tensor": (bernoulli,),
    "max_unpool2d": (unpool2d,),
    "max_unpool2d.out": (_out(unpool2d, out=F),),
    "max_unpool3d": (unpool3d,),
    "max_unpool3d.out": (_out(unpool3d, out=F),),
    "repeat_interleave.Tensor": (repeats,),
    "_ctc_loss": (labels,),
    "_ctc_loss.Tensor": (labels_of_tensors,),
    "_grouped_mm": (grouped,),
}
AT_PLACE_1 = (bag_offsets, grouped)
"""Where the value lies behind a 0."""
UNBOUNDED_ABOVE = {"poisson", "multinomial", "multinomial.out", "repeat_interleave.Tensor"}
SILENT_ON_CPU = {
    "embedding_renorm_",  # takes negative ones from the end
    "embedding_dense_backward",
    "nll_loss_backward",
    "nll_loss2d_backward",
    "_ctc_loss",
    "_ctc_loss.Tensor",
    "_grouped_mm",
}
"""Whose kernels read or write elsewhere instead of looking: never called with such values."""


def overload(name: str) -> Callable[..., Any]:
    function, _, variant = name.partition(".")
    return getattr(getattr(torch.ops.aten, function), variant or "default")


def call(name: str, one: Call) -> Any:
    return overload(name)(*one.args, **one.kwargs)
