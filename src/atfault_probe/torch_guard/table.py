"""What torch's functions ask of their arguments: one table, and a condition of each kind.

A condition is given the arguments of one call and yields what is to hold as `Demand`s. Whether it
does is for `values` to find out: it knows which tensors can be read, and at what cost. Where
the arguments do not fit together otherwise (a wrong number of dimensions, an index of floats) there
is no demand: torch says so itself. The most frequent conditions can also tell at less cost, without
a demand, that all is well (`holds`): then nothing else is looked at; False or any exception means
that they do not know.

A call reaches us below autograd and vmap, as its C++ kernel gets it: positional arguments without
those that were left at their default.
"""

from typing import NamedTuple, Optional, Tuple

INTEGERS = frozenset(["torch.int64", "torch.int32", "torch.int16", "torch.int8", "torch.uint8"])
MASKS = frozenset(["torch.bool", "torch.uint8"])
_names = {}


def dtype_of(tensor):
    """ "torch.int64"."""
    dtype = tensor.dtype
    name = _names.get(dtype)
    if name is None:
        name = _names[dtype] = str(dtype)
    return name


class Demand(object):
    """Of one argument of one call: which values are legal."""

    def __init__(self, argument, tensor, low, high, whose="", owner=None, dim=None, exempt=None):
        self.argument = argument
        self.tensor = tensor
        self.low = low
        self.high = high
        """Inclusive; None: no bound, but NaN and infinity are illegal."""
        self.whose = whose
        self.owner = owner
        self.dim = dim
        self.exempt = exempt
        self.problem = "range"
        self.needed = None
        self.function = ""


class Index(NamedTuple):
    """Indices into one dimension of another argument."""

    argument: str
    at: int
    whose: str
    of: int
    dim: Optional[int] = None
    """The dimension; None: argument number `dim_at` says."""
    dim_at: int = 1
    negative: bool = False
    """They may count from the end."""
    looks_if_empty: bool = True
    """Where the other argument has no elements, a kernel that reads refuses all indices, and one
    that adds to it does nothing."""
    is_index = True

    def holds(self, args, extremes):
        low, high = extremes(args[self.at])
        size = args[self.of].shape[args[self.dim_at] if self.dim is None else self.dim]
        return high < size and (low >= 0 or (self.negative and low >= -size))

    def demands(self, args):
        index, owner = args[self.at], args[self.of]
        shape = owner.shape
        count = len(shape)
        dim = args[self.dim_at] if self.dim is None else self.dim
        if dim < 0:
            dim += count or 1
        if not 0 <= dim < (count or 1) or dtype_of(index) not in INTEGERS:
            return
        size = shape[dim] if count else 1
        for at, other in enumerate(shape):
            if other == 0 and (at != dim or not self.looks_if_empty):
                return  # nothing is read or written
        low = -size if self.negative else 0
        yield Demand(self.argument, index, low, size - 1, self.whose, owner, dim)


class Subscript(NamedTuple):
    """`tensor[indices]`: a list, each entry for one dimension or, of a mask, for several."""

    whose: str
    of: int
    at: int
    is_index = True

    def holds(self, args, extremes):
        shape = args[self.of].shape
        for dim, entry in enumerate(args[self.at]):
            if entry is not None:
                if dtype_of(entry) in MASKS:
                    return False
                low, high = extremes(entry)
                if not -shape[dim] <= low <= high < shape[dim]:
                    return False
        return True

    def demands(self, args):
        owner = args[self.of]
        shape = owner.shape
        found, taken, dim = [], set(), 0
        for entry in args[self.at]:
            if entry is None:
                dim += 1
            elif dtype_of(entry) in MASKS:
                taken.update(range(dim, dim + entry.dim()))
                dim += entry.dim()
            else:
                found.append((dim, entry))
                taken.add(dim)
                dim += 1
        if dim > len(shape) or any(entry.numel() == 0 for _, entry in found):
            return
        if any(size == 0 and at not in taken for at, size in enumerate(shape)):
            return
        for dim, entry in found:
            if dtype_of(entry) in INTEGERS:
                size = shape[dim]
                yield Demand("indices", entry, -size, size - 1, self.whose, owner, dim)


class Flat(NamedTuple):
    """Indices into all elements of another argument, from either end."""

    argument: str
    at: int
    whose: str
    of: int
    is_index = True

    def demands(self, args):
        index, owner = args[self.at], args[self.of]
        size = owner.numel()
        if dtype_of(index) in INTEGERS:
            yield Demand(self.argument, index, -size, size - 1, self.whose, owner)


class Classes(NamedTuple):
    """Labels, each less than the number of classes, which is the extent of dimension 1 of the
    scores (0 where they have one alone)."""

    whose: str
    of: int
    at: int
    lowest: int = 0
    ignore_at: Optional[int] = None
    """The argument that says which label counts as none."""
    is_index = True

    def holds(self, args, extremes):
        shape = args[self.of].shape
        count = shape[1 if len(shape) > 1 else 0]
        low, high = extremes(args[self.at])
        if self.lowest <= low and high < count:
            return True
        if self.ignore_at is None or args[self.ignore_at] not in (low, high):
            return False
        low, high = extremes(args[self.at], args[self.ignore_at])
        return self.lowest <= low and high < count

    def demands(self, args):
        scores, target = args[self.of], args[self.at]
        shape = scores.shape
        if not shape or dtype_of(target) not in INTEGERS or 0 in shape[2:] or not target.numel():
            return
        dim = 1 if len(shape) > 1 else 0
        if len(shape) > 1 and target.dim() and target.shape[0] != shape[0]:
            return
        exempt = None if self.ignore_at is None else args[self.ignore_at]
        count = shape[dim]
        yield Demand("target", target, self.lowest, count - 1, self.whose, scores, dim, exempt)


class Number(NamedTuple):
    """Indices into something that has as many rows as another argument says."""

    argument: str
    at: int
    count_at: int
    is_index = True

    def holds(self, args, extremes):
        low, high = extremes(args[self.at])
        return low >= 0 and high < args[self.count_at]

    def demands(self, args):
        if dtype_of(args[self.at]) in INTEGERS:
            yield Demand(self.argument, args[self.at], 0, args[self.count_at] - 1)


class Unpooled(NamedTuple):
    """Places in the image that an unpooling makes."""

    dims: int
    is_index = True

    def demands(self, args):
        size = 1
        for extent in args[2]:
            size *= extent
        if dtype_of(args[1]) in INTEGERS and args[1].shape == args[0].shape:
            yield Demand("indices", args[1], 0, size - 1)


class Within(NamedTuple):
    """Numbers within bounds; NaN is never."""

    argument: str
    at: int
    low: Optional[float] = None
    high: Optional[float] = None
    shaped_as: Optional[int] = None
    """Only where it has the shape of that argument."""
    is_index = False

    def demands(self, args):
        tensor = args[self.at]
        if self.shaped_as is not None and tensor.shape != args[self.shaped_as].shape:
            return
        yield Demand(self.argument, tensor, self.low, self.high)


class Weights(NamedTuple):
    """Rows to draw from: finite numbers that are not negative, and not all 0."""

    is_index = False

    def demands(self, args):
        tensor = args[0]
        if not tensor.is_floating_point() or not 1 <= tensor.dim() <= 2 or not tensor.numel():
            return
        demand = Demand("input", tensor, 0.0, None)
        demand.problem = "sum"
        yield demand


class Offsets(NamedTuple):
    """Where parts begin (or end) in another argument: they rise, up to its length."""

    argument: str
    at: int
    whose: str
    of: int
    dim: int
    is_index = True

    def demands(self, args):
        if len(args) <= self.at or args[self.at] is None:
            return
        offsets, owner = args[self.at], args[self.of]
        if dtype_of(offsets) not in INTEGERS or offsets.dim() != 1 or not offsets.numel():
            return
        if not -owner.dim() <= self.dim < owner.dim():
            return
        size = owner.shape[self.dim]
        demand = Demand(self.argument, offsets, 0, size, self.whose, owner, self.dim % owner.dim())
        demand.problem = "order"
        yield demand


class Count(NamedTuple):
    """A mask that has no more true elements than another argument has elements."""

    is_index = False

    def demands(self, args):
        target, mask, source = args[:3]
        if dtype_of(mask) not in MASKS or mask.dim() > target.dim():
            return
        demand = Demand("mask", mask, None, None, "source", source)
        demand.problem = "count"
        spread = 1  # the mask is repeated along what it lacks
        for at in range(1, target.dim() + 1):
            extent = target.shape[-at]
            own = mask.shape[-at] if at <= mask.dim() else 1
            if own not in (1, extent):
                return
            spread *= extent if own == 1 else 1
        demand.needed = spread
        yield demand


class Labels(NamedTuple):
    """The target sequences of a CTC loss, as far as their lengths tell."""

    is_index = True

    def demands(self, args):
        scores, targets, lengths = args[0], args[1], args[3]
        if dtype_of(targets) not in INTEGERS or scores.dim() not in (2, 3):
            return
        if hasattr(lengths, "tolist"):
            if lengths.device.type != "cpu":
                return  # reading them would wait for the device
            lengths = lengths.tolist()
        if not lengths or any(one < 0 for one in lengths):
            return
        if targets.dim() == 2:
            if max(lengths) > targets.shape[1] or len(lengths) != targets.shape[0]:
                return
            parts = [targets[at, :one] for at, one in enumerate(lengths) if one]
            if all(one == targets.shape[1] for one in lengths):
                parts = [targets]
        else:
            parts = [targets[: sum(lengths)]] if sum(lengths) <= targets.numel() else []
        for part in parts:
            last = scores.shape[-1] - 1
            yield Demand("targets", part, 0, last, "log_probs", scores, scores.dim() - 1)


class True_(NamedTuple):
    """One number that is not 0."""

    is_index = False

    def demands(self, args):
        if args[0].numel() == 1:
            demand = Demand("input", args[0], None, None)
            demand.problem = "nonzero"
            yield demand


FREQUENT = (Index, Subscript, Classes, Number)
"""Conditions that have `holds`."""


class Op(NamedTuple):
    """Overloads of one function that ask for the same."""

    overloads: str
    shown: str
    """The function, as users call it."""
    conditions: Tuple
    is_made_of_others: bool = False
    """It calls other functions of the table with the same indices: they need not look again."""
    looks_on_cpu: bool = True
    """False: its kernel on the CPU reads or writes elsewhere where an index is out of range."""


_ALONG = (Index("index", 2, "input", 0),)
_FROM_BOTH_ENDS = (Index("index", 2, "input", 0, negative=True),)
_NLL = (Classes("input", 0, 1, ignore_at=4),)
_BAG = (Index("indices", 1, "weight", 0, dim=0), Offsets("offsets", 2, "indices", 1, 0))

TABLE = (
    Op("embedding", "embedding", (Index("indices", 1, "weight", 0, dim=0),), True),
    Op("embedding_renorm_", "embedding", (Index("indices", 1, "weight", 0, dim=0),), True, False),
    Op("embedding_dense_backward", "embedding", (Number("indices", 1, 2),), looks_on_cpu=False),
    Op("_embedding_bag _embedding_bag_forward_only", "embedding_bag", _BAG, True),
    Op("index_select index_select.out", "index_select", _ALONG),
    Op("nll_loss_forward nll_loss_forward.output", "nll_loss", _NLL),
    Op("nll_loss2d_forward nll_loss2d_forward.output", "nll_loss", _NLL),
    Op(
        "nll_loss_backward nll_loss2d_backward",
        "nll_loss",
        (Classes("input", 1, 2, ignore_at=5),),
        looks_on_cpu=False,
    ),
    Op("index.Tensor index.Tensor_out", "index", (Subscript("input", 0, 1),)),
    Op("_index_put_impl_", "index_put", (Subscript("input", 0, 1),)),
    Op("index_fill_.int_Scalar index_fill_.int_Tensor", "index_fill", _FROM_BOTH_ENDS, True),
    Op("index_copy index_copy_ index_copy.out", "index_copy", _ALONG, True),
    Op(
        "index_add index_add_ index_add.out",
        "index_add",
        (Index("index", 2, "input", 0, looks_if_empty=False),),
        True,
    ),
    Op("index_reduce index_reduce_ index_reduce.out", "index_reduce", _ALONG, True),
    Op("gather gather.out", "gather", _ALONG),
    Op(
        "scatter.src scatter.value scatter.reduce scatter.value_reduce scatter.src_out"
        " scatter.value_out scatter.reduce_out scatter.value_reduce_out scatter_.src"
        " scatter_.value scatter_.reduce scatter_.value_reduce",
        "scatter",
        _ALONG,
        True,
    ),
    Op("scatter_add scatter_add_ scatter_add.out", "scatter_add", _ALONG, True),
    Op(
        "scatter_reduce.two scatter_reduce_.two scatter_reduce.two_out",
        "scatter_reduce",
        _ALONG,
        True,
    ),
    Op("take take.out", "take", (Flat("index", 1, "input", 0),)),
    Op("put_", "put", (Flat("index", 1, "input", 0),)),
    Op(
        "binary_cross_entropy binary_cross_entropy.out",
        "binary_cross_entropy",
        (Within("input", 0, 0.0, 1.0, 1), Within("target", 1, 0.0, 1.0, 0)),
    ),
    Op("multi_margin_loss multi_margin_loss.out", "multi_margin_loss", (Classes("input", 0, 1),)),
    Op(
        "multilabel_margin_loss_forward multilabel_margin_loss_forward.output",
        "multilabel_margin_loss",
        (Classes("input", 0, 1, lowest=-1),),
    ),
    Op("masked_scatter_", "masked_scatter", (Count(),)),
    Op("poisson", "poisson", (Within("input", 0, 0.0, None),)),
    Op("multinomial multinomial.out", "multinomial", (Weights(),), True),
    Op("bernoulli_.Tensor", "bernoulli", (Within("p", 1, 0.0, 1.0),)),
    Op("max_unpool2d max_unpool2d.out", "max_unpool2d", (Unpooled(2),)),
    Op("max_unpool3d max_unpool3d.out", "max_unpool3d", (Unpooled(3),)),
    Op("repeat_interleave.Tensor", "repeat_interleave", (Within("repeats", 0, 0, None),)),
    Op("_ctc_loss _ctc_loss.Tensor", "ctc_loss", (Labels(),), looks_on_cpu=False),
    Op("_assert_async _assert_async.msg", "_assert_async", (True_(),)),
    Op("_grouped_mm", "grouped_mm", (Offsets("offs", 2, "input", 0, -2),), True, False),
)
