# cython: language_level=3


cdef class Pipe:
    cdef public double length
    cdef public Pipe octave

    def __init__(self, length):
        self.length = length

    cdef double pitch(self) noexcept:
        return 171.5 / self.length


cdef class Rank:
    cdef list pipes
    cdef readonly str name

    def __init__(self, name):
        self.name = name
        self.pipes = []

    def add(self, double length):
        cdef Pipe pipe = Pipe(length)
        for other in self.pipes:
            if abs((<Pipe>other).length / length - 2) < 0.01:
                (<Pipe>other).octave = pipe
        self.pipes.append(pipe)
        return pipe

    def beat(self, Py_ssize_t at):
        """How far a pipe is from its octave, in hertz."""
        cdef Pipe pipe = self.pipes[at]
        return 2 * pipe.pitch() - pipe.octave.pitch()

    def __len__(self):
        return len(self.pipes)
