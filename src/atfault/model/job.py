"""Processes that are ranks of one job, and where each of them is."""

from typing import Literal, NamedTuple

from atfault.model.findings import Confidence
from atfault.model.places import Place

CallKind = Literal["collective", "send", "receive", "start", "wait"]
"""All ranks of a group take part; one rank, and another one receives; the other way round; what
sets up the communication; any other wait for other ranks."""
Doing = Literal["running", "waiting", "outside", "sleeping", "stopped", "disk", "dead", "late", ""]
"""Of a rank that is in no call of communication: it computes; waits within its process for what
nobody is seen to bring; waits for what others bring, a socket or a file, or a time; sleeps for so
long that it is as good as for ever; was stopped by a signal; is in the kernel; has ended; has not
come to where the others are, and its line is that of the call that it was in last. "" when unknown.
"""


class Call(NamedTuple):
    """A call by which ranks communicate."""

    library: str
    """"torch", "MPI", "NCCL" …"""
    operation: str
    """ "all_reduce", "MPI_Send"."""
    kind: CallKind
    details: tuple[tuple[str, str], ...] = ()
    """What its arguments tell of what has to fit between ranks: ("shape", "[10]"), ("dtype",
    "float32"), ("root", "0"), ("group", …), ("peer", "3"), ("tag", "7"), ("elements", "1024")."""

    @property
    def alike(self) -> tuple[object, ...]:
        """What has to be equal of two ranks for their calls to meet: a peer is each one's own."""
        told = tuple([one for one in self.details if one[0] != "peer"])
        return self.library, self.operation, self.kind, told

    def may_meet(self, other: "Call") -> bool:
        """Whether the two fit, as far as both tell: an argument that one of them does not tell may
        be as the other's. (The group of all ranks is the one that is not told.)"""
        mine, theirs = dict(self.details), dict(other.details)
        told = (mine.keys() & theirs.keys() - {"peer"}) | (
            {"group"} & (mine.keys() | theirs.keys())
        )
        same = (self.library, self.operation, self.kind) == other[:3]
        return same and all(mine.get(name) == theirs.get(name) for name in told)

    def detail(self, name: str) -> str:
        """ "" when it is not known."""
        return dict(self.details).get(name, "")

    def words(self, *, with_peer: bool = True) -> str:
        """ "all_reduce of float32[10]", "broadcast of float32[10] from rank 0"."""
        tells = dict(self.details)
        what = tells.get("dtype", "") + tells.get("shape", "")
        if not what and "elements" in tells:
            what = f"{tells['elements']} element{'s' * (tells['elements'] != '1')}"
        text = self.operation + (f" of {what}" if what else "")
        text += f" from rank {tells['root']}" if "root" in tells else ""
        if "peer" in tells and with_peer:
            text += f" {'from' if self.kind == 'receive' else 'to'} rank {tells['peer']}"
        return text + (f", tag {tells['tag']}" if "tag" in tells else "")


class Found(NamedTuple):
    """What a look at one process found about it."""

    cause: str
    confidence: Confidence
    summary: str
    file: str = ""
    line: int | None = None
    """The line at fault; "" and None where none is known."""
    function: str = ""


class RankPlace(NamedTuple):
    """Where a rank is."""

    rank: int
    pid: int
    """Of the process whose thread tells: the rank's own, or a worker of it; 0 where a text
    tells."""
    tid: int
    call: Call | None
    """None for a rank that is elsewhere."""
    line: Place | None
    """The innermost line of the user's own."""
    stack: tuple[Place, ...]
    """The Python frames, stack[0] the innermost."""
    doing: Doing = ""
    stands: bool | None = None
    """Whether it was in the same place, with the same values, in all looks; None where it was
    looked at once."""
    counters: tuple[tuple[str, int], ...] = ()
    """Integers in the user's own frames: ("train step", 3)."""
    is_worker: bool = False
    """It is told by a worker of it (a loader), which it waits for."""
    ended: str = ""
    """How it died, in words: "ValueError: bad shard", "SIGSEGV"; "" for one that lives."""
    found: Found | None = None
    """What is wrong in its process, where that was asked."""
    at: float = 0.0
    """When it died, in seconds since the epoch by its host's clock; 0.0 when unknown."""

    @property
    def group(self) -> tuple[object, ...]:
        """Equal for ranks that are in one place."""
        line = self.line and self.line[:2]
        return self.call and self.call.alike, line, "" if self.call else self.doing, self.is_worker


class Job(NamedTuple):
    """Two or more processes that are ranks of one job."""

    world: int | None
    """How many there are, on all machines; None where the launcher does not tell."""
    ranks: tuple[RankPlace, ...]
    """Those that were looked at, by number."""
    missing: tuple[int, ...] = ()
    """Of those that are to be on this machine, the ones that were not seen."""
    launcher: int = 0
    """Process that has started them; 0 when unknown."""
    meeting: str = ""
    """What the ranks are judged by, where their history tells: "default_pg, collective 10"."""
    is_collected: bool = False
    """It is known by what ranks have left: who has left nothing need not be gone."""

    @property
    def groups(self) -> tuple[tuple[RankPlace, ...], ...]:
        """The ranks by their places, the largest group first, then as their ranks are."""
        found: dict[tuple[object, ...], list[RankPlace]] = {}
        for one in self.ranks:
            found.setdefault(one.group, []).append(one)
        return tuple(tuple(one) for one in sorted(found.values(), key=lambda one: -len(one)))

    @property
    def waiting(self) -> tuple[RankPlace, ...]:
        """Those in communication."""
        return tuple([one for one in self.ranks if one.call is not None])

    @property
    def elsewhere(self) -> tuple[RankPlace, ...]:
        return tuple([one for one in self.ranks if one.call is None and one.doing != "dead"])

    @property
    def dead(self) -> tuple[RankPlace, ...]:
        """Those that are known to have ended, the first one first."""
        dead = [one for one in self.ranks if one.doing == "dead"]
        return tuple(sorted(dead, key=lambda one: (one.at == 0, one.at, one.rank)))

    @property
    def is_whole(self) -> bool:
        """Whether all of its ranks were looked at."""
        return self.world is not None and len(self.ranks) == self.world

    @property
    def odd(self) -> tuple[RankPlace, ...]:
        """Those that are not where most are; () where no place has most of them."""
        first, *others = self.groups
        if len(others) and len(first) <= len(others[0]):
            return ()
        return tuple(one for group in others for one in group)
