"""A synthesizer that is told of notes by the library midi."""

import collections
import ctypes
import sys

HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)


class Voice:
    def __init__(self, note):
        self.note = note
        self.pitch = 440 * 2 ** ((note - 69) / 12)
        self.played = collections.Counter()

    def play(self, channel, note):
        self.played[channel] += 1
        return 1


class Synth:
    def __init__(self, library):
        self.midi = ctypes.CDLL(library)
        self.voices = {}

    def add_voice(self, note):
        voice = self.voices[note] = Voice(note)
        self.midi.midi_on(note, HANDLER(voice.play))

    def play(self, tune):
        for position, note in enumerate(tune):
            self.midi.midi_push(position % 4, note)
        return self.midi.midi_dispatch()  # <-- here


def main():
    synth = Synth(sys.argv[1])
    for note in range(40, 90):
        synth.add_voice(note)
    scratch = [HANDLER(lambda channel, note: 0) for _ in range(10)]
    del scratch
    print("played", synth.play([60, 64, 67, 72] * 50))  # <-- here


if __name__ == "__main__":
    main()
