"""The benchmark: atfault and its peers on the same inputs, side by side in one run."""
