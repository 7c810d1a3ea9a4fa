"""The command line.

One module a subcommand, with a class that `command.Command` describes, listed in `main.COMMANDS`.
Only the module of the chosen subcommand is imported.
"""
