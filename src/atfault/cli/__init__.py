"""The command line.

One module a subcommand, listed in `main.COMMANDS`. Each module offers

    COMMAND: options.Command            what it takes, from which parser and help are made
    run(args: options.Arguments) -> int its exit code; errors are raised as AtfaultError

and imports nothing heavy itself: only the module of the chosen subcommand is imported at all.
"""
