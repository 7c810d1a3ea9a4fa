"""Turns automata that look some letters back into deterministic ones and makes these small."""
import time

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA


def looking_back(count):
    states = {f"q{n}" for n in range(count + 1)}
    steps = {"q0": {"a": {"q0", "q1"}, "b": {"q0"}}, f"q{count}": {}}
    for n in range(1, count):
        steps[f"q{n}"] = {"a": {f"q{n + 1}"}, "b": {f"q{n + 1}"}}
    return NFA(states=states, input_symbols={"a", "b"}, transitions=steps, initial_state="q0", final_states={f"q{count}"})


def main():
    for count in range(8, 22):
        begin = time.monotonic()
        small = DFA.from_nfa(looking_back(count), minify=True)
        print(count, len(small.states), round(time.monotonic() - begin, 1), flush=True)


if __name__ == "__main__":
    main()
