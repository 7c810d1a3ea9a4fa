"""message-mismatch: ranks of one job send and receive messages that do not meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from atfault.diagnose.hang.ranks import (
    at_most,
    doing,
    doubts_of,
    has_moved,
    lines_of,
    ranks_of,
    reasons,
    upper,
    where,
)
from atfault.diagnose.rule import ALIVE, rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.job import Call, Job, RankPlace

OTHER = {"send": "receives", "receive": "sends"}


@rule("message-mismatch", on=ALIVE, family="hang", leads=True)
def message_mismatch(case: Case) -> Iterator[Finding]:
    """Ranks wait for messages that nobody sends, or send what nobody receives.

    A `Send` of much data waits until the other side receives. Where all ranks of a ring send first,
    none comes to receive; where a tag or a peer is another one than the other side has, both wait
    for ever. With little data the same program works, as the library keeps it.

    What to do: `Sendrecv`, or `Isend` and `Irecv`; let every second rank receive first; compare
    peers and tags.
    """
    job = case.job
    if isinstance(job, Absent) or job.dead or job.elsewhere or job.missing or has_moved(job.ranks):
        return
    pairs = [(one, one.call) for one in job.ranks if one.call is not None]
    kinds = {call.kind for _, call in pairs}
    if not kinds & OTHER.keys():
        return
    if len(kinds) == 1:
        kind = kinds.pop()
        what = f"all ranks {'send' if kind == 'send' else 'receive'}, and none {OTHER[kind]}"
        yield _finding(job, what, job.groups, is_known=job.is_whole)
        return
    by_rank = {str(one.rank): one for one in job.ranks}
    vain = next((one for one, call in pairs if _in_vain(by_rank, one, call)), None)
    if vain is not None:
        one, peer = vain, _peer(by_rank, vain)
        groups = ([one], [] if peer is None else [peer])
        what = f"{ranks_of([one])} {doing([one], with_peer=True)}"
        what += "" if peer is None else f", and {ranks_of([peer])} {doing([peer], with_peer=True)}"
        yield _finding(job, what, [group for group in groups if group], is_known=True)


def _finding(
    job: Job, what: str, groups: Sequence[Sequence[RankPlace]], *, is_known: bool
) -> Finding:
    call, *others = [group[0].call for group in groups]
    is_receiver = call is not None and call.kind == "receive"
    title = (
        f"{upper(ranks_of(groups[0]))} {'wait' if len(groups[0]) > 1 else 'waits'} in vain "
        f"for a message to be {'sent' if is_receiver else 'received'}: {where(groups[0][0])}"
    )
    wanted = "send" if is_receiver else "receive"
    if any(one is not None and one.kind == wanted for one in others):
        both = [group[0] for group in groups[:2]]
        title = (
            f"{upper(listed([ranks_of([one]) for one in both]))} exchange no message that fits: "
        )
        title += listed([where(one) for one in both])
    return Finding.of(
        what,
        at_most(is_known),
        reasons(job),
        ("let one side send while the other one receives: Sendrecv, Isend, Irecv",),
        blame=lines_of(groups),
        title=title,
        doubts=doubts_of(job),
    )


def _peer(by_rank: Mapping[str, RankPlace], one: RankPlace) -> RankPlace | None:
    return None if one.call is None else by_rank.get(one.call.detail("peer"))


def _in_vain(by_rank: Mapping[str, RankPlace], one: RankPlace, call: Call) -> bool:
    """Whether the peer of a message is in a call that does not take part in it. by_rank: all ranks,
    by their numbers as text."""
    peer = _peer(by_rank, one)
    if call.kind not in OTHER or peer is None or peer.call is None:
        return False
    other = peer.call
    if other.kind == "collective" or other.kind == call.kind:
        return True
    if other.kind not in OTHER:
        return False
    tags = {call.detail("tag"), other.detail("tag")}
    is_for_another = other.detail("peer") not in ("", str(one.rank))
    return is_for_another or (len(tags) > 1 and "" not in tags)
