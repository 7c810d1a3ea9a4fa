"""A small POP3 server for the tests of the mail program."""

import socketserver


class Session(socketserver.StreamRequestHandler):
    letters = []

    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def lines(self, lines):
        self.say("+OK")
        for line in lines:
            self.say("." + line if line.startswith(".") else line)
        if lines:
            self.say(".")

    def handle(self):
        self.say("+OK postbox")
        for line in self.rfile:
            command, *arguments = line.decode().split()
            getattr(self, "do_" + command.lower(), self.unknown)(*arguments)
            if command.upper() == "QUIT":
                return

    def unknown(self, *arguments):
        self.say("-ERR")

    def do_user(self, name):
        self.say("+OK")

    do_pass_ = do_user

    def do_list(self):
        self.lines([f"{number} {len(letter)}" for number, letter in enumerate(self.letters, 1)])

    def do_retr(self, number):
        self.lines(self.letters[int(number) - 1].splitlines())

    def do_dele(self, number):
        self.letters.pop(int(number) - 1)
        self.say("+OK")

    def do_quit(self):
        self.say("+OK")
