"""fork-held-lock: a child waits for a lock that was held when it was forked."""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.hang.forked import in_child, parent_of
from atfault.diagnose.hang.parties import Key, Party, from_before_fork
from atfault.diagnose.hang.stuck import Hang, hang_of
from atfault.diagnose.hang.words import distinct, place_blame, place_of, wait_blame, waits_for
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Confidence, Evidence, Finding
from atfault.model.kinds import PYTHON_LOCKS
from atfault.model.state import ProcessState
from atfault.model.waits import Hold, Wait

OWNED = ("rlock", "import-lock")
ADVICE = (
    "do not fork while other threads run: start processes before threads, or use "
    'multiprocessing with the start method "spawn" or "forkserver"',
    "where fork must stay, make the lock anew in the child: "
    "os.register_at_fork(after_in_child=...)",
)

FORK = (
    "fork by os.fork() or multiprocessing, which hold the GIL meanwhile; the C library's fork(), "
    "called by ctypes or by native code that has given the GIL away, does not",
    *ADVICE[:1],
)
OWN = ("release it before a process is started, or start that first", *ADVICE[1:])


class _Proof(NamedTuple):
    """What ties a child's lock to a thread that did not come along."""

    confidence: Confidence
    evidence: str
    blame: tuple[Blame, ...] = ()
    holder: str = "another thread"


OF_GIL = _Proof("likely", "its holder is a thread that does not exist in this process")


@rule("fork-held-lock", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def fork_held_lock(case: Case) -> Iterator[Finding]:
    """A forked child waits for a lock that another thread held at the moment of the fork.

    fork() copies all of the memory, but only the thread that called it. A lock that another thread
    held stays locked in the child for ever: its holder does not exist there. multiprocessing forks
    too, by default on Linux before Python 3.14. `logging` makes its own locks anew in a child; the
    locks of other code stay as they were.

    It is certain when the parent is looked at as well and its thread still holds that lock.
    Else it is likely: the lock is locked, and nobody in the child holds it.

    The GIL is such a lock where not Python forks, but the C library, called by ctypes.

    A lock that the forking thread itself held is locked in a worker for ever as well, since that
    never comes back to where it would be released.

    What to do: start processes before threads, or with the start method "spawn" or "forkserver".
    """
    hang = hang_of(case)
    for party in hang.in_order:
        for wait in party.waits:
            if _waits_for_left_gil(party, wait):
                yield _finding(hang, party, wait, OF_GIL, [])
                continue
            if (
                wait.resource.kind not in PYTHON_LOCKS
                or wait.timeout
                or wait.target_tid is not None
            ):
                continue
            if wait.resource.shared is not None:
                continue  # a fork does not copy it
            holders = hang.holders(wait.resource.key)
            held = [one for one in party.holds if one.resource.key == wait.resource.key]
            copied = [one for one in held if from_before_fork(party, one)]
            proof = _proof(hang, party, wait) if len(copied) == len(holders) else None
            if proof is not None:
                yield _finding(hang, party, wait, proof, copied)


def _waits_for_left_gil(party: Party, wait: Wait) -> bool:
    """Whether a forked process waits for the GIL, which one of the threads has that did not come
    along: os.fork() holds it meanwhile, and the C library's fork() does not."""
    state = party.state
    return wait.resource.kind == "gil" and state.gil.is_gone and state.process.forked is True


def _finding(hang: Hang, party: Party, wait: Wait, proof: _Proof, copied: list[Hold]) -> Finding:
    """copied: what the forking thread itself held, as the child's copy of its stack shows."""
    blame = [wait_blame(party, wait), *proof.blame]
    if copied:
        who, why = "the forking thread", "it was taken before the fork, and what the child runs"
        why += " does not come back to where that would release it"
        blame += [place_blame(one.place, party) for one in copied if one.place is not None]
    else:
        who, why = proof.holder, "it is locked, and no thread of that process holds it"
    return Finding.of(
        summary=f"{in_child(hang, party)} waits for {wait.resource.name}, which {who} held "
        "when this process was forked",
        confidence=proof.confidence,
        title="Stuck since the fork: a lock was copied while somebody held it",
        blame=distinct(blame),
        evidence=(
            Evidence(
                f"{in_child(hang, party)} {waits_for(party, wait)}; {why}",
                kind="read" if wait.exact else "inferred",
            ),
            proof.evidence,
        ),
        advice=OWN if copied else FORK if proof is OF_GIL else ADVICE,
    )


def _proof(hang: Hang, party: Party, wait: Wait) -> _Proof | None:
    parent = parent_of(hang, party.state)
    if parent is not None:
        found = _by_parent(hang, parent, wait)
        if found is not None:
            return found
    if not party.state.process.forked:
        return None
    threads = hang.in_process(party.pid, _runs_python)
    if wait.resource.kind in OWNED and wait.resource.lock.owner:
        return _Proof("likely", "its owner is a thread that does not exist in this process")
    if len(threads) == 1 and hang.holders(wait.resource.key):
        return _Proof("likely", "it is locked since the fork", holder="somebody")
    if len(threads) == 1:
        return _Proof(
            "likely",
            "it has been the only thread since the fork and is not inside of a `with` on that lock",
            holder="somebody",
        )
    return None


def _runs_python(party: Party) -> bool:
    return not isinstance(party.thread.python, Absent)


def _by_parent(hang: Hang, parent: ProcessState, wait: Wait) -> _Proof | None:
    """The parent's thread that has the same lock in its memory."""
    resource = wait.resource
    if not resource.address:
        return None
    hold = hang.held_at(parent.process.pid).get((resource.address, resource.kind))
    party = None if hold is None else hang.parties.get(Key(hold.pid, hold.tid))
    return None if hold is None or party is None else _proof_of_hold(party, hold)


def _proof_of_hold(party: Party, hold: Hold) -> _Proof:
    taken = place_of(hold.place)
    place = f" (taken {taken})" if taken else ""
    return _Proof(
        "likely" if hold.proof == "suspected" else "certain",
        f'in the parent {hold.pid}, thread "{party.name}" holds the same lock{place}',
        () if hold.place is None else (place_blame(hold.place, party),),
    )
