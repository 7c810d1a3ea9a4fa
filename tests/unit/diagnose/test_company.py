"""Who else was in the same library, function or object: facts that several rules share."""

from __future__ import annotations

from atfault.diagnose.company import companions, company_evidence, lock_evidence
from atfault.model.values import Value
from atfault.model.waits import Hold, Place, Resource, Wait
from support.states import HEAP, PID, array, crash, native, python, segv, thread

GRID = array(HEAP + 0x1000, (64, 64))
MODEL = Value("model.Model", "<Model>", HEAP + 0x200)


def crashed_in_extension(**more):
    frames = [native("forward", "extension"), native("meth", "libpython"), python("run", **more)]
    return {"signal": segv(HEAP), "frames": frames}


def other(*frames, tid=5000, name="w-1", **more):
    return thread(frames, tid=tid, name=name, crashed=False, **more)


def texts(state):
    return [evidence.text for evidence in company_evidence(state)]


def test_a_thread_in_the_same_function_is_named_with_its_line():
    state = crash(
        **crashed_in_extension(),
        threads=[other(native("forward", "extension"), python("serve", line=31))],
    )
    assert texts(state) == [
        'thread "w-1" was inside forward of fast.so too, at /home/ada/paint.py:31'
    ]


def test_a_thread_in_another_function_of_the_library_is_in_the_library():
    state = crash(
        **crashed_in_extension(),
        threads=[other(native("embed", "extension"), python("serve", line=31))],
    )
    assert texts(state) == ['thread "w-1" was inside fast.so too, at /home/ada/paint.py:31']


def test_threads_in_one_place_are_one_line():
    others = [
        other(native("embed", "extension"), python("serve", line=31), tid=5000 + n, name=f"w-{n}")
        for n in range(3)
    ]
    (text,) = texts(crash(**crashed_in_extension(), threads=others))
    assert (
        text == 'threads "w-0", "w-1" and "w-2" were inside fast.so too, at /home/ada/paint.py:31'
    )


def test_a_thread_that_waits_with_the_object_in_hand_is_no_company():
    for wait in (
        [
            native("__futex_abstimed_wait_common"),
            native("sem_wait"),
            native("acquire", "libpython"),
        ],
        [native("read"), native("os_read", "libpython")],
        [native(""), native("acquire", "libpython")],
    ):
        state = crash(
            signal=segv(HEAP),
            frames=[native("memset"), python("fill", grid=GRID)],
            threads=[other(*wait, python("main", grid=GRID))],
        )
        assert companions(state) == ()


def test_a_thread_that_needs_the_gil_to_go_on_waiting_is_no_company():
    wait = python("wait", file="/usr/lib/python3.11/threading.py")
    state = crash(
        signal=segv(HEAP),
        frames=[native("memset"), python("fill", grid=GRID)],
        threads=[other(native("take_gil", "libpython"), wait, python("main", grid=GRID))],
    )
    assert companions(state) == ()


def test_a_function_of_cpp_is_called_as_people_call_it():
    name = "at::native::kernel<float>(at::Tensor const&)"
    symbol = "_ZN2at6native6kernelIfEEvRKNS_6TensorE"
    frame = native(name, "extension")._replace(symbol=symbol)
    state = crash(
        signal=segv(HEAP),
        frames=[frame, python("run")],
        threads=[other(frame, python("serve", line=3))],
    )
    assert "was inside at::native::kernel" in texts(state)[0]


def test_a_thread_that_waits_inside_the_library_is_company():
    state = crash(
        **crashed_in_extension(),
        threads=[other(native("futex_wait"), native("embed", "extension"), python("serve"))],
    )
    assert len(companions(state)) == 1


def test_pool_threads_without_python_are_no_company():
    state = crash(
        signal=segv(HEAP),
        frames=[native("gemm", "torch"), python("run")],
        threads=[other(native("gemm_kernel", "torch"), name="python")],
    )
    assert companions(state) == ()


def test_what_every_stack_has_is_no_meeting():
    state = crash(
        signal=segv(HEAP),
        frames=[native("memset"), native("", "libffi"), native("call", "ctypes"), python("run")],
        threads=[
            other(native("strlen"), native("", "libffi"), native("call", "ctypes"), python("run"))
        ],
    )
    assert companions(state) == ()


def test_tools_of_threads_and_constants_are_shared_by_design():
    shared = {
        "lock": Value("_thread.lock", "<lock>", HEAP + 8),
        "text": Value("str", "'a'", HEAP + 16),
        "library": Value("ctypes.CDLL", "<CDLL>", HEAP + 24),
        "jobs": Value("queue.Queue", "<Queue>", HEAP + 32),
        "pair": Value("tuple", "(1, 2)", HEAP + 40),
    }
    state = crash(
        signal=segv(HEAP),
        frames=[native("memset"), python("run", **shared)],
        threads=[other(native("eval", "libpython"), python("run", **shared))],
    )
    assert companions(state) == ()


def test_one_thread_has_no_company():
    assert companions(crash(**crashed_in_extension())) == ()
    assert companions(crash(**crashed_in_extension(), thread={"crashed": False})) == ()


LOCK = Resource("lock", "lock:0x10@4711", "cache.lock")
TAKEN = Place("/home/ada/cache.py", 12, "fill", mine=True)


def with_lock(**hold):
    return crash(
        **crashed_in_extension(),
        threads=[other(native("futex_wait"), python("get"))],
        holds=(Hold(**{"tid": PID, "pid": PID, "resource": LOCK, "proof": "with", **hold}),),
        waits=(Wait(5000, PID, LOCK),),
    )


def test_who_waits_for_a_lock_of_the_crashed_thread_is_told():
    (evidence,) = lock_evidence(with_lock(place=TAKEN))
    assert evidence.text == (
        "the thread that crashed held cache.lock (taken /home/ada/cache.py:12), "
        'for which thread "w-1" waited'
    )


def test_locks_of_others_suspicions_and_locks_that_nobody_wants_are_not_told():
    assert lock_evidence(with_lock(tid=5000)) == ()
    assert lock_evidence(with_lock(proof="suspected")) == ()
    assert lock_evidence(with_lock()._replace(waits=())) == ()
    gil = LOCK._replace(kind="gil")
    assert lock_evidence(with_lock(resource=gil)) == ()
