"""The first process of a machine of its own (user-mode Linux) on which `atfault handler` is tried.

argv: a folder of the host's, with site/ (atfault and what it needs) and page/ (the programs of
docs/handler.md), where result.json is written.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
import traceback

SHARED = "/mnt"
PYTHON = "/opt/atfault/bin/python"
SYSTEM = "/usr/bin/python3"
USERS = {"ada": 2001, "bob": 2002, "svc": 2003}
"""svc has no home."""
CONTAINER = "/srv"
PROGRAM = """import ctypes, sys
{lines}
def label(address):
    return ctypes.string_at(address)
sys.stdin.read()
label(0)
"""
FORMER = """#!/bin/sh
echo "$@" >> /tmp/former.txt
cat > /tmp/former.$1
"""
SETTINGS = ("core_pattern", "core_pipe_limit")


def run(*command, user=None, **kwargs):
    ids = {} if user is None else {"user": user, "group": user, "extra_groups": []}
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **ids, **kwargs
    )


def mount(kind, to, options):
    subprocess.run(["mount", "-t", kind, "-o", options, kind, to], check=True)


def write(path, text, mode=0o644):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def read(path):
    with open(path) as file:
        return file.read()


def prepare(shared):
    os.environ["PATH"] = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    mount("proc", "/proc", "rw")
    for folder in ("/tmp", "/var/lib", "/etc/sysctl.d", "/home", "/opt", "/root", "/srv"):
        mount("tmpfs", folder, "mode=1777" if folder == "/tmp" else "mode=755,size=1g")
    mount("hostfs", SHARED, shared)
    run(SYSTEM, "-m", "venv", "--without-pip", "/opt/atfault")
    (site,) = run("sh", "-c", "echo /opt/atfault/lib/python3*/site-packages").stdout.split()
    run("sh", "-c", f"cp -rL {SHARED}/site/* {site}; chmod -R a+rX {site}")
    lines = ["root:x:0:0::/root:/bin/sh"]
    for name, uid in USERS.items():
        lines.append(f"{name}:x:{uid}:{uid}::{home_of(name)}:/bin/sh")
        if name != "svc":
            os.mkdir(f"/home/{name}")
            os.chown(f"/home/{name}", uid, uid)
    write("/tmp/passwd", "\n".join(lines) + "\n")
    run("mount", "--bind", "/tmp/passwd", "/etc/passwd")
    for number, name in enumerate(USERS):
        write(f"/tmp/{name}.py", PROGRAM.format(lines="\n" * number))


def home_of(name):
    return "/nonexistent" if name == "svc" else f"/home/{name}"


def settings():
    return {name: read(f"/proc/sys/kernel/{name}") for name in SETTINGS}


def atfault(*words, user=None, home="/root", state=None, cwd="/"):
    env = {"PATH": os.environ["PATH"], "HOME": home, **({"XDG_STATE_HOME": state} if state else {})}
    return run(PYTHON, "-m", "atfault", *words, user=user, env=env, cwd=cwd)


def reports(name):
    uid = USERS.get(name)
    state = f"/var/lib/atfault/users/{uid}" if name == "svc" else None
    home = "/root" if uid is None else home_of(name)
    return json.loads(atfault("list", "--json", user=uid, home=home, state=state).stdout)


def status():
    return json.loads(atfault("handler", "status", "--json").stdout)


def settle(seconds=1500):
    until = time.monotonic() + seconds
    while status()["at_work"] and time.monotonic() < until:
        time.sleep(1)


def crash(name, count, settle_s=0.2):
    """So many at the same moment: they wait for the end of a pipe."""
    reading, writing = os.pipe()
    ids = {"user": USERS[name], "group": USERS[name], "extra_groups": []}
    command = [SYSTEM, f"/tmp/{name}.py"]
    started = [subprocess.Popen(command, stdin=reading, cwd="/", **ids) for _ in range(count)]
    time.sleep(settle_s * count)
    began = time.monotonic()
    os.close(writing)
    os.close(reading)
    ends = [process.wait() for process in started]
    return ends, time.monotonic() - began


def page(result):
    """What a user does by docs/handler.md."""
    home, uid = home_of("ada"), USERS["ada"]
    write(f"{home}/label.py", read(f"{SHARED}/page/label.py"))
    run("python3", "label.py", user=uid, cwd=home)
    settle()
    words = ("list", "show")
    result["page"] = {one: atfault(one, user=uid, home=home, cwd=home).stdout for one in words}


def make_container():
    for folder in ("usr", "proc", "app", "tmp", "dev", "var"):
        os.mkdir(f"{CONTAINER}/{folder}")
    run("mount", "--bind", "/usr", f"{CONTAINER}/usr")
    for name in ("bin", "lib", "lib64"):
        os.symlink(f"usr/{name}", f"{CONTAINER}/{name}")
    mount("tmpfs", f"{CONTAINER}/app", "mode=755")
    write(f"{CONTAINER}/app/worker.py", PROGRAM.format(lines="\n" * 7))


def crash_in_container():
    words = ["unshare", "--mount", "--pid", "--fork", "chroot", CONTAINER]
    return run(*words, SYSTEM, "/app/worker.py", stdin=subprocess.DEVNULL).returncode


def sleeper(user=None, folder="/"):
    process = subprocess.Popen(["sleep", "1000"], cwd=folder, user=user, group=user)
    time.sleep(0.2)
    process.send_signal(11)
    process.wait()
    return process.pid


def try_all(result):
    result["before"] = settings()
    result["install"] = atfault("handler", "install").stdout
    result["installed"] = settings()
    make_container()
    for count in (6, 6):
        for name in USERS:
            crash(name, count)
    for _ in range(14):
        crash_in_container()
    settle()
    result["fifty"] = {name: reports(name) for name in (*USERS, "root")}
    result["after fifty"] = status()
    page(result)
    os.mkdir("/tmp/cores", 0o777)
    os.chmod("/tmp/cores", 0o777)
    sleeper(USERS["ada"], "/tmp/cores")  # whose limit is 0
    resource_unlimited()
    sleeper(USERS["ada"], "/tmp/cores")
    result["file"] = [(n, os.stat(f"/tmp/cores/{n}").st_uid) for n in os.listdir("/tmp/cores")]
    storm(result)
    full(result)
    result["status"] = atfault("handler", "status").stdout
    result["remove"] = atfault("handler", "remove").stdout
    result["removed"] = settings(), os.listdir("/var/lib"), os.listdir("/etc/sysctl.d")
    behind_another(result)


def resource_unlimited():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def storm(result):
    before = status()["counts"].get("explained", 0)
    ends, seconds = crash("ada", int(os.environ.get("STORM", "100")))
    settle(1500)
    now = status()
    result["storm"] = {
        "signals": ends,
        "seconds": seconds,
        "explained": now["counts"].get("explained", 0) - before,
        "status": now,
        "reports": reports("ada")[-len(ends) :],
    }


def full(result):
    """No room for a core, then none for a report where it belongs."""
    run("sh", "-c", "head -c 2G /dev/zero > /var/lib/filled")
    crash("bob", 1)
    settle()
    os.unlink("/var/lib/filled")
    logged = [line for line in run("dmesg").stdout.split("\n") if " atfault: " in line]
    said = atfault("handler", "status").stdout
    result["no room for cores"] = status()["counts"], said, logged
    mount("tmpfs", "/home/bob", "size=16k,mode=755,uid=2002")
    run("sh", "-c", "head -c 1M /dev/zero > /home/bob/filled")
    crash("bob", 1)
    settle()
    state = f"/var/lib/atfault/users/{USERS['bob']}"
    listed = atfault("list", "--json", user=USERS["bob"], home="/home/bob", state=state).stdout
    result["no room for reports"] = json.loads(listed)


def behind_another(result):
    """In front of a program that had the cores before."""
    write("/opt/former", FORMER, 0o755)
    with open("/proc/sys/kernel/core_pattern", "w") as file:
        file.write("|/opt/former %P %s %u %e")
    before = settings()
    atfault("handler", "install")
    crash("ada", 1)
    pid = sleeper(USERS["bob"])
    settle()
    told = sorted(read("/tmp/former.txt").split("\n"))
    sizes = [os.stat(f"/tmp/{n}").st_size for n in os.listdir("/tmp") if n[:7] == "former."]
    atfault("handler", "remove")
    result["behind"] = told, sizes, pid, before == settings(), reports("ada")[-1]


def main(shared):
    result = {}
    try:
        prepare(shared)
        try_all(result)
    except BaseException:
        result["error"] = traceback.format_exc()
    with open(f"{SHARED}/result.json", "w") as file:
        json.dump(result, file, indent=1)
    with open("/proc/sysrq-trigger", "w") as file:
        file.write("o")
    time.sleep(5)


if __name__ == "__main__":
    main(sys.argv[1])
