"""Writes and compiles the effects of a sound program: each version has its own table."""

import os
import subprocess

SOURCE = """
static const unsigned short table[{size}] = {{ [0 ... {last}] = {gain} }};

int effect_version(void) {{ return {version}; }}

long effect_apply(const short *samples, long count)
{{
    long sum = 0;
    for (long i = 0; i < count; i++)
        sum += samples[i] * table[(i * 97) % {size}];
    return sum / {gain};
}}
"""


def make(folder, version, size, gain):
    source = os.path.join(folder, f"effect-{version}.c")
    target = os.path.join(folder, f"effect-{version}.so")
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE.format(version=version, size=size, last=size - 1, gain=gain))
    subprocess.run(["gcc", "-shared", "-fPIC", "-g", "-O1", "-o", target, source], check=True)
    return target
