# C++ keeps an object whose Python half is gone, and calls its method.
# https://github.com/swig/swig/issues/779
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
%module(directors="1") players
%feature("director") Player;
%{
struct Player { virtual ~Player() {} virtual int play(int card) { return card; } };
struct Table {
    Player *player = nullptr;
    void seat(Player *one) { player = one; }
    int deal(int card) { return player->play(card); }
};
%}
struct Player { virtual ~Player(); virtual int play(int card); };
struct Table { void seat(Player *one); int deal(int card); };
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".i")
    with open(path, "w") as file:
        file.write(source)
    subprocess.run([SWIG, "-python", "-c++", "-outdir", folder, path], check=True)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, "_" + name + ".so")
    wrapper = os.path.join(folder, name + "_wrap.cxx")
    command = ["g++", "-g", "-O1", "-shared", "-fPIC", "-I", include, wrapper, "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


def find_swig():
    import swig

    return os.path.join(swig.BIN_DIR, "swig")


SWIG = find_swig()
players = build("players", SOURCE)


class Cautious(players.Player):
    def play(self, card):
        return min(card, 3)


def main():
    table = players.Table()
    table.seat(Cautious())  # <-- here
    spare = [bytearray(48) for _ in range(2000)]
    return table.deal(9), spare  # <-- here


main()
