# A value of a sandboxed program is nested deeper than the stack is long.
# https://github.com/pydantic/monty/issues/116
import pydantic_monty


def run(depth):
    program = pydantic_monty.Monty(f"x = []\nfor _ in range({depth}):\n    x = [x]\nx")
    return program.run()  # <-- here


print(type(run(100_000)))
