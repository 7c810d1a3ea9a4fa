"""A server of irc at rest, and a harbour master who says something each twelve seconds."""
import socket
import threading
import time

from irc import server


def master(address):
    with socket.create_connection(address) as connection:
        connection.sendall(b"NICK master\r\nUSER master 0 * :Master\r\nJOIN #quay\r\n")
        threading.Thread(target=listen, args=(connection,), daemon=True).start()
        while True:
            time.sleep(12)
            connection.sendall(b"PING quay\r\n")


def listen(connection):
    while data := connection.recv(4096):
        print(data.decode().strip(), flush=True)


def main():
    ircd = server.IRCServer(("127.0.0.1", 0), server.IRCClient)
    threading.Thread(target=master, args=(ircd.server_address,), daemon=True).start()
    ircd.serve_forever()


if __name__ == "__main__":
    main()
