"""Who waits for what, and who holds it: the vocabulary of the hang rules."""

from typing import Literal, NamedTuple

from atfault.model.kinds import POLLS
from atfault.model.kinds import ResourceKind as ResourceKind
from atfault.model.kinds import task_key as task_key
from atfault.model.kinds import thread_key as thread_key
from atfault.model.places import Place as Place

HoldProof = Literal["owner", "with", "suspected"]
FdUse = Literal["read", "write", "any"]

BUSY = 0.1
"""Share of one processor from which on a thread counts as computing; others may want it too."""


class LockFacts(NamedTuple):
    """What a lock tells of itself."""

    owner: int = 0
    """Thread ident (pthread_self) that an RLock names as its owner; 0 when free or unknown."""
    module: str = ""
    """Whose import an import lock guards."""
    gone_owner: int = 0
    """Thread id that a native lock names as its owner, and that no thread of its process has: of a
    lock that processes share, another one's may. 0 for none."""
    readers: int | None = None
    """How many have a read-write lock for reading that is wanted for writing: it names none of
    them. None for any other lock."""


class QueueFacts(NamedTuple):
    """Of a queue; None for what is unknown."""

    size: int | None = None
    maxsize: int | None = None
    """0 or less for a queue without a limit."""
    unfinished: int | None = None
    """Items taken or not for which task_done() was not called."""


class FutureFacts(NamedTuple):
    """Of a result that is to come; None for what is unknown."""

    state: str = ""
    """concurrent.futures' word for it: "PENDING" until somebody begins with it, "RUNNING" …"""
    pending: int | None = None
    """Of several that are waited for at once: how many are not done."""
    awaited: tuple[int, ...] = ()
    """Addresses of these."""
    chunks_left: int | None = None
    """Parts of a multiprocessing pool's result that have not come."""
    taken_in: bool = False
    """It is one thread of the process that takes the pool's results in."""
    failed_in: Place | None = None
    """The program's callback that was given the result, which has come, and that raised an
    exception: so nobody was told that it is there."""


FILE_END = 1 << 63
"""Behind the last byte of a file that can be locked."""


class FileLock(NamedTuple):
    """What a thread wants to lock of a file."""

    is_record: bool
    """By fcntl (or lockf), rather than by flock."""
    is_write: bool = True
    part: range = range(FILE_END)
    """Its bytes; all of them where that is not known."""


class Peer(NamedTuple):
    """A process that has the other end of a connection."""

    pid: int
    command: str
    """Its command line, masked and shortened."""


class ChannelFacts(NamedTuple):
    """Of a file descriptor, and of the pipe, socket or file behind it; None when unknown."""

    fd: int | None = None
    target: str = ""
    """What the kernel says it is: "/tmp/fifo", "pipe:[4711]", "anon_inode:[eventfd]"."""
    used: int | None = None
    """Bytes in a pipe."""
    capacity: int | None = None
    peer: str = ""
    """Address of a network socket's other side: "127.0.0.1:5432"."""
    listening: str = ""
    """Address at which it takes connections: "TCP 127.0.0.1:80"; "" for what does not."""
    hears_all: bool = False
    """A socket that takes datagrams from anybody."""
    lock_owner: int | None = None
    """Process that has locked the file."""
    lock_inode: int | None = None
    """Inode of that file."""
    lock_fds: tuple[int, ...] = ()
    """That process's descriptors by which it has locked it; () when unknown."""
    lock_taker: int = 0
    """The process that locked it, from which that one has inherited the open file; 0 for none."""
    is_database: bool = False
    """The file is a database of SQLite; a lock of the process itself is another connection's."""
    peers: tuple[Peer, ...] = ()
    """Of a network socket: the processes of this machine that have its other end open, or the
    listening socket that has not taken the connection yet."""
    is_accepted: bool | None = None
    """Whether a program on this machine has taken the connection (accept); None when unknown."""
    unread: int | None = None
    """Bytes that lie in a connection's socket, and that the process has not read."""
    far_unread: int | None = None
    """Bytes that lie at its other end, on this machine: sent from here, and not read there."""
    is_closed: bool = False
    """The process has closed the descriptor since, which does not wake the thread that waits."""

    @property
    def has_path(self) -> bool:
        """Whether it has a name, by which anybody may open it."""
        return self.target.startswith("/")

    @property
    def is_counter(self) -> bool:
        """Whether it has no two ends: who has it open ends a read of it."""
        return self.target in (EVENTFD, TIMERFD)


class LoopFacts(NamedTuple):
    """Of an event loop that waits for events."""

    watched: int | None = None
    """Descriptors that it watches besides the one by which threads wake it; None when unknown."""
    clock: str = ""
    """What stands in place of time.monotonic, by which it times; "" for nothing."""


class SignalFacts(NamedTuple):
    """Of signals that are waited for by name, with sigwait() and its like."""

    numbers: tuple[int, ...] = ()
    taken_by: tuple[int, ...] = ()
    """Other threads of the process (tids) that do not block them all: a signal is given to one of
    these just as well, the main thread first, and then does not end the wait."""


MESSAGE_QUEUE = "mqueue:"
"""How the keys of those begin."""


class Resource(NamedTuple):
    """Something that can be waited for.

    `key` is equal for the same thing seen from two threads or processes: "lock:0x7f…@PID",
    "pipe:[4711]", "thread:TID", "process:PID".
    """

    kind: ResourceKind
    key: str
    name: str
    """For people: the expression a frame knows it by ("a.lock", "self._queue"), or a description
    ("a threading.Lock at 0x…", "pipe to child 812")."""
    address: int = 0
    pid: int = 0
    """Of the process it lives in."""
    detail: str = ""
    """One clause more, e.g. "maxsize 10, 10 items", "peer 127.0.0.1:5432"."""
    shared: Literal["semaphore", "manager", "outside"] | None = None
    """By what several processes share a lock, queue or event of multiprocessing; "outside" for a
    library's lock that a server knows of, whose connection is `channel`."""
    in_kernel: Literal["call", "signal"] | None = None
    """Of what is "unknown": a system call that is not known to wait for anything else (see
    `Wait.syscall`), or any signal."""
    is_private: bool = False
    """A word in memory that only threads of this process can be woken at."""
    lock: LockFacts = LockFacts()
    queue: QueueFacts = QueueFacts()
    future: FutureFacts = FutureFacts()
    channel: ChannelFacts = ChannelFacts()
    signals: SignalFacts = SignalFacts()
    loop: LoopFacts | None = None
    """None for what is no event loop."""

    @property
    def is_message_queue(self) -> bool:
        """Whether it is one of POSIX, which is a pipe here."""
        return self.key.startswith(MESSAGE_QUEUE)


class Hold(NamedTuple):
    """A thread holds a resource.

    proof: "owner" the resource itself names its owner; "with" the interpreter's block information
    shows the thread inside `with resource`; "suspected" an acquire() ran in a frame that is still
    running, and no release() was seen; or it alone is in what makes the static variable of C++ that
    a guard is for.
    """

    tid: int
    pid: int
    resource: Resource
    proof: HoldProof
    place: Place | None = None
    """Where it was taken."""
    is_behind: bool = False
    """Whether that is where it is, and what would end the wait for the resource stands behind."""


class Kept(NamedTuple):
    """A suspended coroutine, generator or greenlet holds what is waited for."""

    by: str
    """For people: 'task "sync" (main)', "the generator rows"."""
    task: int
    """Address of the task (or greenlet) that it belongs to; 0 for none."""
    place: Place | None
    """Where it took that; None where that is not known."""
    is_sure: bool = True
    """False when it was seen to have called acquire() alone."""
    library: str = ""
    """Of a greenlet: "gevent", "eventlet" or "greenlet"; "" for anything else."""


_TELLS = ("print", "log", "debug", "info", "warning", "warn", "error", "write", "flush")


def tells(called: str) -> bool:
    """Whether what is called so ("log.info") says something, and does no more."""
    return called.rpartition(".")[2] in _TELLS


class Again(NamedTuple):
    """Many short waits that are one: the thread wakes as its time is over, looks, and sleeps again
    in the same frame."""

    wakes: int
    """How often it was seen to sleep anew."""
    seconds: float
    """In how long."""
    loop: Place | None = None
    """Head of the loop that it sleeps in; None where its source is not known."""
    last_line: int = 0
    """Of that loop."""
    does: tuple[str, ...] | None = None
    """What it does between two sleeps besides looking: calls ("print", "self.beat"), and what it
    assigns for others to see ("job.state"); None when that is not known."""
    ends: bool = False
    """Whether the loop is left at a time, or after so many turns."""
    serves: bool = False
    """Whether it has no way out: then it is meant to go on for ever."""
    inquires: bool = False
    """Whether it is left by the answer to what each turn asks anew."""
    retries: bool = False
    """Whether it waits after what each turn asks has raised."""
    in_native: bool = False
    """The loop is in native code that Python's innermost frame has called, and whether anything
    wakes it early is not known."""

    @property
    def only_tells(self) -> bool:
        """Whether it does nothing but look, and say that it does."""
        return self.does is not None and all(map(tells, self.does))

    @property
    def only_looks(self) -> bool:
        """Whether it is a package's loop that assigns and calls nothing besides."""
        return self.loop is not None and not self.loop.mine and self.does == () and not self.ends

    @property
    def interval(self) -> float:
        """Seconds from one wake-up to the next."""
        return self.seconds / max(self.wakes, 1)


ENDED_BY: dict[ResourceKind, tuple[str, ...]] = {
    "lock": ("release",),
    "rlock": ("release",),
    "semaphore": ("release",),
    "event": ("set",),
    "condition": ("notify", "notify_all", "notifyAll"),
    "barrier": ("wait", "abort", "reset"),
    "queue": ("put", "put_nowait", "shutdown"),
    "future": ("set_result", "set_exception", "cancel"),
    "stream": ("write", "writelines", "write_eof", "close", "abort"),
}
"""What is called of a thing that is waited for, to end the wait."""
_OF_QUEUE = {
    "put": ("get", "get_nowait", "shutdown", "__anext__"),
    "join": ("task_done", "shutdown"),
}
"""The same of a queue, by what waits."""
_OF_CHANNEL = {
    "receive": ("send", "send_nowait", "close", "aclose", "__aexit__"),
    "send": ("receive", "receive_nowait", "close", "aclose", "__anext__", "__aexit__"),
}
"""The same of a channel of trio's or anyio's."""
DRAIN = "drain"
"""What waits for room in a stream, whose other end waits for that, too, and is read in the same
process (`ended_by`)."""
PARKED = "park"
"""What waits in the scheduler of trio itself, by code of other packages (`ended_by`)."""
WAKES = ("reschedule", "unpark", "unpark_all")
"""Functions and methods of trio.lowlevel by which such a task goes on."""
_READS = ("read", "readline", "readexactly", "readuntil", "__anext__")
_ALL = (*ENDED_BY.values(), *_OF_QUEUE.values(), *_OF_CHANNEL.values(), _READS, WAKES)
ENDINGS = frozenset(name for names in _ALL for name in names)


def ended_by(resource: Resource, operation: str) -> tuple[str, ...]:
    """The methods of what is waited for, by what waits there, that end the wait; () where there are
    none such."""
    by_kind = ENDED_BY.get(resource.kind, ())
    if operation == DRAIN:
        return _READS
    if operation == PARKED:
        return WAKES
    if resource.kind != "queue":
        return by_kind
    return (_OF_QUEUE | _OF_CHANNEL).get(operation, by_kind)


GREENLETS = ("gevent", "eventlet", "greenlet")
"""Whose tasks are greenlets."""
Manner = Literal["endless", "until", "again"]
EVENTFD = "anon_inode:[eventfd]"
"""What the kernel calls a descriptor by which the threads of a library wake each other."""
TIMERFD = "anon_inode:[timerfd]"
LONG = 3600.0
"""Seconds from which on a timeout is as good as none."""


class Bringers(NamedTuple):
    """Who could end a wait, by what their code may yet reach."""

    tasks: tuple[int, ...] = ()
    """Addresses."""
    direct: tuple[int, ...] = ()
    """Those of the tasks in whose own functions, behind where they wait, stands what ends it."""
    threads: tuple[int, ...] = ()
    """Their ids; of a thread's wait, of those that run the loops of these tasks."""
    others: tuple[str, ...] = ()
    """What else may be called, in words: "the handler of signal 15"."""
    by_time: bool = False
    """Whether a timer of an event loop is among these: it is called by itself."""
    by_connection: bool = False
    """Whether what comes over a connection is."""
    is_expected: bool = False
    """Whether code of the program's own that would end it has run, or was handed on."""
    unsure: tuple[int, ...] = ()
    """Tasks and threads, and 0 for a callback, that were not seen to reach it, of which not all was
    looked through."""


class PoolJob(NamedTuple):
    """What one of the processes of a pool does, or each does a part of."""

    numbers: tuple[int, ...]
    """In the pool; of several jobs any of which would do."""
    pids: tuple[int, ...]
    """Of the pool's processes."""


class Wait(NamedTuple):
    """A thread waits for a resource."""

    tid: int
    pid: int
    resource: Resource
    place: Place | None = None
    exact: bool = True
    """False when told from Python frames and names rather than from the kernel's wait itself."""
    timeout: bool | None = None
    """Whether the wait as a whole ends by itself; None when unknown. False, too, where it is begun
    anew `again` and again to no end, and where LONG seconds or more are `left`."""
    target_tid: int | None = None
    """The thread waited for (join, the GIL's or a mutex's owner), where the resource names one."""
    target_pid: int | None = None
    target_task: int = 0
    """Address of the task whose end brings it; 0 for none."""
    brought_by: tuple[int, ...] = ()
    """The threads of the pool in whose queue the job lies that would end it."""
    job: PoolJob | None = None
    """That of a pool of processes of which this is the result."""
    lost_workers: int = 0
    """How many threads a pool counts in whose queue that job lies, and none of which its process
    has; 0 for other waits."""
    syscall: str = ""
    """The system call it sleeps in, where that is known: "futex", "read", "epoll_wait"."""
    operation: str = ""
    """Name of the method that waits ("get", "put", "join", "recv", "accept"); "lock" for a file's
    lock, "" when it is not known or says nothing."""
    use: FdUse | None = None
    """What the descriptor is waited for; None where none is."""
    told_once: bool = False
    """The epoll descriptor that it waits in does not tell again of what has come there already: it
    was asked to tell of changes (EPOLLET), or of one event (EPOLLONESHOT)."""
    idle: Literal["worker", "library"] | None = None
    """It is a pool's thread that waits for work: of a ThreadPoolExecutor, or of a native library's
    own (libgomp)."""
    kept: Kept | None = None
    left: float | None = None
    """Seconds until its time is over, at most, where that is known."""
    again: Again | None = None
    """None for one that was not seen to be begun anew."""
    enders: tuple[str, ...] | None = None
    """Of what a job of the user's waits for: the functions of the user's own that may end it,
    besides those that wait themselves; None where that was not looked for."""
    bystanders: tuple[int, ...] = ()
    """Where there are none: the threads that run packages, and have it not at hand."""
    apart: tuple[int, ...] = ()
    """The threads whose code could not end it, as far as its names tell."""
    unsure: tuple[int, ...] = ()
    """Those of them of which not all was looked through."""
    idles: bool = False
    """It waits for work, in a loop that goes on for ever; or is the main thread, which parks."""
    library: int = 0
    """Where the library of native code begins in which it waits for what Python knows nothing of;
    0 for other waits."""
    in_handlers: bool = False
    """Whether that library has functions called as signals come, or may."""
    further_out: Place | None = None
    """Where a call further out on a stack would end it: the waiting thread's own, or that of
    `target_tid`."""
    bringers: Bringers | None = None
    """The tasks that could end it, of loops whose threads could by way of these alone; None where
    that is not known."""
    run_by_none: tuple[Place, ...] = ()
    """The functions that threads are given to run, that would end it, and that none runs, at their
    first lines."""
    awaits: "LoopCondition | None" = None
    """At a condition: the test that is asked again when it is notified, where it is known and says
    that the wait goes on."""

    @property
    def ended_by(self) -> tuple[str, ...]:
        """The methods of what is waited for that end the wait; () where there are none such."""
        return ended_by(self.resource, self.operation)

    @property
    def is_of_several(self) -> bool:
        """Whether it polls descriptors, as an event loop does, and not one in a socket's method."""
        return self.syscall in POLLS and self.operation in ("", "select")

    @property
    def manner(self) -> Manner | None:
        """How it waits: without end, until a time, or again and again; None when unknown."""
        if self.again is not None:
            return "again"
        return None if self.timeout is None else "until" if self.timeout else "endless"


class SignalHandler(NamedTuple):
    """A function of Python's that is called when a signal comes."""

    signal: int
    function: str
    """"" when it has no name."""
    mine: bool
    """Whether it is, or may be, of the user's own code rather than a library's."""
    reaches: tuple[int, ...] = ()
    """Addresses of what threads wait for, of that which it refers to by name."""
    given: tuple[int, ...] = ()
    """Those of them that it was given: it is bound to that, or closes over it."""
    is_running: bool = False
    """Whether a thread is in it: what it waits for there, it would wait for a second time."""
    calls: tuple[str, ...] = ()
    """Those of ENDINGS that its code, and what that calls, names: "set"."""
    is_whole: bool = True
    """Whether all was looked at that it refers to."""


class ThreadPool(NamedTuple):
    """Threads that run jobs which wait in one place."""

    pid: int
    workers: tuple[int, ...]
    """Their ids."""
    idle: int = 0
    """How many of them wait for a job."""
    queued: int = 0
    """Jobs that wait, where no worker does."""
    is_told: bool = True
    """Whether it is a library's pool that is known; False for one that was found by what the code
    of its workers takes jobs from."""
    is_own: bool = False
    """Whether its workers were started to run the program's own code."""
    jobs: tuple[int, ...] = ()
    """Where it was found so: addresses of the jobs that wait, and of what these have at hand."""
    is_of_one_kind: bool = False
    """Whether each of the jobs that wait is of a function that every worker is in."""


class TaskWait(NamedTuple):
    """What a suspended task waits for, where that is known to the last."""

    resource: Resource | None
    """A lock, queue, event … of asyncio; None when it waits for other tasks alone."""
    place: Place | None
    timeout: bool | None
    """Whether it ends by itself, or is cancelled by a timer; None when unknown."""
    tasks: tuple[int, ...] = ()
    """Addresses of the unfinished tasks that it waits for."""
    needs_all: bool = True
    """Whether every one of them has to finish, or one is enough."""
    of: str = ""
    """What these tasks belong to: "self.pool"."""
    operation: str = ""
    """As of a thread's `Wait`: "get", "put", "join"."""
    bringers: Bringers | None = None
    """Who could end a wait for an object; None where that is not known."""
    idles: bool = False
    """Known where the bringers are: as a thread's."""

    @property
    def ended_by(self) -> tuple[str, ...]:
        """The methods of what is waited for that end the wait."""
        return () if self.resource is None else ended_by(self.resource, self.operation)


class TaskHold(NamedTuple):
    """A lock of asyncio that a task holds; as a thread's `Hold`."""

    resource: Resource
    proof: HoldProof
    place: Place | None = None


class FailedTask(NamedTuple):
    """A task that ended by an exception which nobody has asked for."""

    name: str
    error: str
    """ "ValueError('no such row')"; the type alone where values are left out."""
    places: tuple[Place, ...]
    """Where it was raised, innermost first; never empty."""


class EndedThread(NamedTuple):
    """A thread of the program's own that has ended, of which there is still an object."""

    name: str
    ran: Place | None
    """The function that it ran; None where that is not known."""
    awaited_by: tuple[int, ...]
    """The threads that wait for what that function would end."""


class AsyncTask(NamedTuple):
    """A pending task of asyncio or trio, or a suspended greenlet."""

    address: int
    name: str
    loop: int
    """Address of its event loop."""
    tid: int | None
    """The thread that runs the loop, where known."""
    state: str
    """"pending", "running", "done", "cancelled"."""
    frames: tuple[Place, ...]
    """Its await chain, the outermost coroutine first."""
    waits_for: str
    """In words: "task 'fetch-2'", "a future", "sleep until …", "an asyncio.Lock"."""
    awaited: int = 0
    """Address of the future or task it waits on; 0 when none."""
    wait: TaskWait | None = None
    """None when it is not known what would end its wait."""
    holds: tuple[TaskHold, ...] = ()
    """Filled when some task waits for a lock or semaphore."""
    knows: tuple[int, ...] = ()
    """Addresses of other tasks that its frames refer to, and so may cancel."""
    runner: int | None = None
    """The thread of an executor that computes what it waits for, where that is known."""
    called_in: tuple[int, ...] = ()
    """The threads of the executor in whose queue the call lies yet that it waits for."""
    library: str = "asyncio"
    """Whose task it is: "trio"; of a greenlet "gevent", "eventlet" or "greenlet"."""
    is_main: bool = False
    """Its thread goes on behind its event loop when it ends."""
    has_come: bool = False
    """What it waits for has come, and its event loop has not gone on with it yet."""

    @property
    def own(self) -> list[Place]:
        """The user's own lines among its frames, innermost first."""
        return [frame for frame in reversed(self.frames) if frame.mine]


class Serving(NamedTuple):
    """A thread that others join, in a loop of a package that goes on until it is stopped."""

    tid: int
    stops: tuple[str, ...]
    """The functions that end it, any of them."""
    stoppers: tuple[int, ...]
    """The threads, this one included, whose code from where they are on names one of these."""
    unsure: tuple[int, ...]
    """Those of which not all was looked through."""


class LoopCondition(NamedTuple):
    """What would end a loop, from its source, and whether that changed while it was watched."""

    head: int
    end: int
    """First and last line."""
    text: str
    """The condition's source; "" for a loop over an iterator."""
    inputs: tuple[str, ...]
    """What its exits look at: "done = False"; () when it has no exit."""
    is_fixed: bool
    """All that decides whether it ends is known, is not assigned in it, and did not change."""
    is_private: bool
    """Only variables of that function decide, which nobody else can assign."""
    acts: bool
    """Whether it calls what may have effects; then it may well do its work."""
    asks_world: bool = False
    """Whether it asks for the time, or for what other processes or files answer: such an answer
    changes though no variable does."""
    ended: str = ""
    """The socket that it reads from in each turn, and whose other side has closed it: "client"."""

    writers: tuple[int, ...] | None = None
    """The threads whose code is seen to assign, or to change, what keeps it going; None where that
    was not looked for."""
    unsure: tuple[int, ...] = ()
    """The threads of whose code not all was looked through, and that were not seen to."""
    handlers: tuple[int, ...] = ()
    """The signals whose handlers may do so."""
    is_file: bool = False
    """Whether the file system tells, which others may change."""
    sharers: tuple[int, ...] | None = ()
    """The other processes that share the memory where that lies, and may write to it; None when
    that is not known."""
    is_shared: bool = False
    """Whether that memory is such as to be shared."""
    only_tells: bool = False
    """Where it acts: whether all that it does is to say something."""
    is_flag: bool = False
    """Whether it goes on as long as a variable is true: `while self.running`."""
    comes_round: bool = False
    """Whether its turns were computed, and none of them leads out of it, as what it assigns it
    assigns again, or moves away."""
    assigns: bool = False
    """Whether what was computed rests on something that its own turns assign."""
    comes_back: bool = False
    """Whether that did not change though its turns may assign it, and all that its thread's
    variables hold came back to what it was, time and again."""

    @property
    def may_work(self) -> bool:
        """Whether what it does may be more than to go round."""
        return self.acts and not self.comes_round and not self.comes_back

    @property
    def is_futile(self) -> bool:
        """Whether it goes round for nothing: it does no work, and nothing that it sees can end
        it."""
        is_known = self.is_fixed and bool(self.text) and not self.may_work
        return is_known and not self.asks_world and not self.is_file and not self.sharers


class TaskLoop(NamedTuple):
    """A loop of a task that sleeps and looks, where nothing that keeps it going changed, and no
    other task's code was seen to change that."""

    place: Place
    """Where it sleeps."""
    condition: LoopCondition
    resting: tuple[str, ...] = ()
    """Functions that would change it, of tasks of event loops that no thread runs."""


class Asked(NamedTuple):
    """What a loop asks, again and again, whether it is done."""

    resource: Resource
    target_tid: int | None = None
    target_pid: int | None = None


class Advance(NamedTuple):
    """Whether a thread that goes round in loops was seen to get on."""

    kind: Literal["nearer", "moves", "returns", "unending"]
    """The end of a loop came nearer; something changed, for whatever; all that is read came back to
    what it was; it was computed that the end does not come, as `what` tells."""
    place: Place | None
    """Of that loop: of the innermost that stays, the program's or a package's."""
    what: tuple[str, ...] = ()
    """What changed, or came back: "position = 12"."""
    by_chance: bool = False
    """Whether it goes by chance, and what is drawn differs each time."""
    called: tuple[Place, ...] = ()
    """The program's functions that a package's loop calls in its turns."""


class ThreadActivity(NamedTuple):
    """What sampling saw one thread do."""

    tid: int
    cpu_seconds: float
    """utime + stime used while watching."""
    wall_seconds: float
    voluntary_switches: int
    """How often it went to sleep."""
    moved: bool
    """Whether its Python position (frame, instruction) changed between samples."""
    changed: tuple[str, ...] = ()
    """What changed in its frames between samples: "i 10 → 14 (poll.py:7)"."""
    loop: Place | None = None
    """The innermost frame of the user's that stays while what it calls moves."""
    fixed: tuple[str, ...] = ()
    """Locals of that frame that did not change: "done = False"."""
    syscalls: tuple[str, ...] = ()
    """System calls seen, the most frequent first."""
    condition: LoopCondition | None = None
    """Of the loop that `loop` is in; None when its source is not known."""
    awaits: LoopCondition | None = None
    """Of one that waits at a condition: the test that it asks again as it is notified."""
    has_loop: bool = True
    """False where the source shows no loop there: native code calls back, a sort for instance."""
    involuntary_switches: int = 0
    """How often it was made wait for a processor."""
    reads: int = 0
    """System calls that read."""
    bytes_read: int = 0
    """By these: 0 where each of them came to the end of a file."""
    again: Again | None = None
    """Where it woke again and again, and went back to sleep."""
    asked: Asked | None = None
    """What it asked each time, where that is known."""
    advance: Advance | None = None
    """Of a thread that moved; None where no loop of it is known."""
    ended: tuple[int, ...] = ()
    """Of a thread that asks epoll: descriptors of connections that the other side had closed in
    each sample, and of which that tells it again and again."""

    @property
    def stirred(self) -> bool:
        """Whether it ran at all."""
        switches = self.voluntary_switches + self.involuntary_switches
        return self.moved or switches > 0 or self.cpu_seconds > 0

    @property
    def mostly_sleeps(self) -> bool:
        """Whether it went to sleep now and then, and hardly ran in between."""
        return self.voluntary_switches > 0 and self.cpu_seconds < BUSY * self.wall_seconds


class GilHeld(NamedTuple):
    """A thread had the GIL in each of the last samples."""

    tid: int
    seconds: float
    """From the first of these to the last."""
    samples: int


class Activity(NamedTuple):
    """Samples over a span of time, without stopping the process."""

    seconds: float
    samples: int
    threads: tuple[ThreadActivity, ...]
    family: tuple[tuple[int, float], ...] = ()
    """(pid, CPU seconds) of the descendants, all threads together."""
    ended: int = 0
    """How many descendants ended meanwhile, and were waited for."""
    gil: GilHeld | None = None
    """None where the last sample found it free, or did not tell who has it."""
    task_loops: tuple[TaskLoop, ...] = ()
