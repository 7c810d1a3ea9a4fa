"""Two OpenMP runtimes in one process, of which the second ends it."""

from __future__ import annotations

from atfault.diagnose.rules.abort.two_openmp_runtimes import CHECK, SAYS
from atfault.model.printed import PrintedTail
from atfault.model.process import SignalInfo
from support.nonces import checked
from support.states import MODULES, PID, case_of, crash, native, python

ABORT = SignalInfo(6, -6, None, PID, 0, PID)
EXTENSION = MODULES["extension"]
FIRST = EXTENSION._replace(path="/venv/site-packages/torch/lib/libiomp5.so")
SECOND = EXTENSION._replace(path="/venv/site-packages/sklearn.libs/libomp-a49a47f9.so.5")
GNU = EXTENSION._replace(path="/venv/site-packages/torch/lib/libgomp-24e2ab19.so.1")


def diagnosed(*modules, check=CHECK, inside=SECOND, printed=b"", signal=ABORT):
    frames = [
        native("abort"),
        native(check, "extension")._replace(module=inside),
        native("omp_get_max_threads", "extension")._replace(module=inside),
        python(),
    ]
    state = crash(signal=signal, frames=frames, modules=(*MODULES.values(), *modules))
    case = case_of(state)
    if printed:
        case = case._replace(printed=PrintedTail(printed))
    return checked(case).findings


def test_the_check_on_the_stack_and_two_files_in_memory_prove_it():
    found = diagnosed(FIRST, SECOND)[0]
    assert (found.cause, found.confidence) == ("configuration", "certain")
    assert any(FIRST.path in one.text for one in found.evidence)
    assert any(SECOND.path in one.text for one in found.evidence)
    assert found.blame[0].file == "/home/ada/paint.py"


def test_a_runtime_without_symbols_is_proven_by_what_was_printed():
    found = diagnosed(SECOND, check="", printed=SAYS + b": Initializing libomp.so, but found x")[0]
    assert (found.cause, found.confidence) == ("configuration", "certain")


def test_one_runtime_alone_that_aborts_is_another_matter():
    assert all(one.cause != "configuration" for one in diagnosed(SECOND))


def test_gnus_runtime_does_not_count():
    findings = diagnosed(GNU, SECOND)
    assert all(one.cause != "configuration" for one in findings)


def test_words_of_another_program_are_no_proof_for_an_abort_elsewhere():
    findings = diagnosed(FIRST, SECOND, check="f", inside=EXTENSION, printed=SAYS)
    assert all(one.cause != "configuration" for one in findings)
