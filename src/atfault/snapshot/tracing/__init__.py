"""Running a program under ptrace: `front.run_traced` starts it, `tracer` follows it to its end."""
