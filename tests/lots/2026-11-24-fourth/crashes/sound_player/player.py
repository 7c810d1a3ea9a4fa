"""A player of sounds in C++."""

import os
import weakref

import cffi

ffi = cffi.FFI()
ffi.cdef(
    """
    typedef struct Player Player;
    Player *player_new(void);
    void player_start(Player *);
    void player_stop(Player *);
    long player_position(Player *);
    void player_delete(Player *);
    """
)
library = ffi.dlopen(os.environ["PLAYER"])


class Player:
    def __init__(self):
        self._player = library.player_new()
        self._end = weakref.finalize(self, library.player_delete, self._player)

    def start(self):
        library.player_start(self._player)

    def stop(self):
        library.player_stop(self._player)

    @property
    def position(self):
        return library.player_position(self._player)

    def close(self):
        self._end()
