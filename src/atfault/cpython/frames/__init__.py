"""Python frames: their chain, code and lines, local variables and value stacks."""
