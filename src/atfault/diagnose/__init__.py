"""From a `ProcessState` to findings: the rule interface, the engine, the built-in rules."""
