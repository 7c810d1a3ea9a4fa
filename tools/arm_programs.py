"""Ten programs on AArch64, watched by atfault there, in the machine of tools/arm_machine.py.

    pip download: wheels for aarch64 ─► files/site ┐
    src, compiled here where Python's version is   ├─► the guest runs each program twice: bare, and
    the guest's                                    │   watched ─► share/results/NAME/
    the zoo                         ─► files/zoo   ┘     bare, status   exit statuses
                                                         out, err       of atfault
                                                         *.json         reports

Time limits of atfault's own are those of a machine that is `SLOWER` times as slow: an emulated one.
`make test-arm` judges the results (tests/integration/test_arm_programs.py).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from arm_machine import FOLDER, ROOT, boot, make_files, make_machine, make_share, run

PYTHON = (3, 11)
"""Of Debian 12."""
WHEELS = ("capstone", "jinja2", "markupsafe", "packaging", "zstandard")
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_28_aarch64")
SLOWER = 30
LIMITS = {
    "snapshot/tracing/crashes.py": ("HELPER_SECONDS", "DYING_SECONDS"),
    "snapshot/tracing/hangs.py": ("PAUSE_SECONDS", "LAST_SECONDS", "END_SECONDS"),
    "snapshot/tracing/stopping.py": ("STOP_SECONDS",),
    "snapshot/tracing/front.py": ("_TRACER_SECONDS",),
    "snapshot/seizure.py": ("STOP_SECONDS",),
    "snapshot/stop.py": ("STOP_SECONDS",),
    "decode/given_text.py": ("SECONDS",),
}
SECONDS = 3000
"""All of it, at most."""

HEALTHY = """
import sys, threading
threads = [threading.Thread(target=print, args=(n,)) for n in range(3)]
for thread in threads:
    thread.start()
    thread.join()
sys.exit(3)
"""
PROGRAMS = {
    "crash": "run_of string_at_null.py",
    "handler": "run_of -X faulthandler string_at_null.py",
    "deadlock": "hang_of hangs/philosophers.py",
    "abort": "run_of assert_text.py",
    "numpy": "run_of pointer_index.py",
    "fork": "run_of in_child_process.py",
    "run": "run_of healthy.py",
    "attach": "attach_to hangs/philosophers.py",
    "explain": "explain_of -X faulthandler string_at_null.py",
    "doctor": "doctor",
}
"""Name → a function of JOB, and what it is given."""

JOB = """
export PYTHONPATH=/srv/site HOME=/tmp ZOO_NATIVE=/srv/native PYTHONHASHSEED=0 NO_COLOR=1
export PYTHONDONTWRITEBYTECODE=1
ulimit -c 0
cd /srv/zoo
python=/usr/bin/python3.11
atfault="$python -m atfault"
begin() {
    name=$1; at=/mnt/results/$name; mkdir -p $at
    export XDG_STATE_HOME=/tmp/state-$name
}
end() {
    echo $1 > $at/status
    cp $XDG_STATE_HOME/atfault/reports/*.json $at/ 2>/dev/null
    echo "$name ended with $1, $(cut -d ' ' -f 1 /proc/uptime) s"
}
bare() { timeout 300 $python "$@" > $at/bare-out 2> $at/bare-err; echo $? > $at/bare; }
run_of() {
    bare "$@"
    timeout 900 $atfault run -- $python "$@" > $at/out 2> $at/err; end $?
}
hang_of() {
    timeout 900 $atfault run --hang-after 20 --hang-kill -- $python "$@" > $at/out 2> $at/err
    end $?
}
attach_to() {
    $python "$@" > $at/bare-out & pid=$!
    while ! grep -q READY $at/bare-out; do sleep 1; done
    sleep 2
    timeout 900 $atfault attach --json $at/1.json $pid > $at/out 2> $at/err; end $?
    kill -0 $pid && echo 0 > $at/bare
    kill -KILL $pid
}
explain_of() {
    bare "$@"
    timeout 900 $atfault explain --json $at/1.json $at/bare-err > $at/out 2> $at/err; end $?
}
doctor() { timeout 900 $atfault doctor --json $at/1.json > $at/out 2> $at/err; end $?; }
"""


def run_programs(folder: Path = FOLDER, names: tuple[str, ...] = tuple(PROGRAMS)) -> Path:
    """The folder of results."""
    make_machine(folder)
    files = make_files(folder, ())
    _make_site(folder, files / "site")
    (files / "zoo" / "healthy.py").write_text(HEALTHY)
    job = [JOB, *(f"begin {name}; {PROGRAMS[name]}\n" for name in names)]
    share = make_share(folder, "results", "".join(job))
    boot(folder, SECONDS)
    print((share / "log").read_text()[-4000:])
    return share / "results"


def _make_site(folder: Path, site: Path) -> None:
    """atfault, with what it imports, as it would be installed."""
    wheels = folder / "wheels"
    if not wheels.exists():
        version = f"{PYTHON[0]}.{PYTHON[1]}"
        run(
            *(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"),
            *(f"--platform={one}" for one in PLATFORMS),
            *("--python-version", version, "-d", str(wheels), *WHEELS),
        )
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(site)
    for source in sorted((ROOT / "src").glob("atfault*/")):
        if (source / "__init__.py").exists():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, site / source.name, ignore=ignored)
    for name, limits in LIMITS.items():
        path = site / "atfault" / name
        path.write_text(_slower(path.read_text(), limits))
    if sys.version_info[:2] == PYTHON:
        hashed = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", str(site)]
        subprocess.run([sys.executable, *hashed], check=True)


def _slower(text: str, limits: tuple[str, ...]) -> str:
    for limit in limits:
        text, count = re.subn(rf"(?m)^({limit} = [0-9.]+)$", rf"\1 * {SLOWER}", text)
        if count != 1:
            raise SystemExit(f"no {limit} in there")
    return text


if __name__ == "__main__":
    run_programs(names=tuple(sys.argv[1:]) or tuple(PROGRAMS))
