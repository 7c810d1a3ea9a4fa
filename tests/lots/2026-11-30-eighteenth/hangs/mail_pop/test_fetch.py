import poplib
import socketserver
import threading
import unittest

from letters import Letter
from postbox import Session


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


def fetch(port):
    """All letters of the box; they are deleted there."""
    box = poplib.POP3("127.0.0.1", port)
    box.user("mia")
    _, entries, _ = box.list()
    letters = []
    for entry in reversed(entries):
        number = int(entry.split()[0])
        _, lines, _ = box.retr(number)
        letters.append(b"\n".join(lines).decode())
        box.dele(number)
    box.quit()
    return letters


class FetchTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(("127.0.0.1", 0), Session)
        threading.Thread(target=self.server.serve_forever, name="postbox", daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def test_one_letter(self):
        Session.letters = ["Subject: tea\n\nat five"]
        (text,) = fetch(self.server.server_address[1])
        self.assertEqual(Letter(text).subject, "tea")

    def test_two_letters(self):
        Session.letters = ["hello\nmia", "second\n.dotted"]
        self.assertEqual(len(fetch(self.server.server_address[1])), 2)
        self.assertEqual(fetch(self.server.server_address[1]), [])


if __name__ == "__main__":
    unittest.main()
