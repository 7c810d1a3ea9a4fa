"""A queue whose messages come out when they are due, the earliest first."""

from libc.stdlib cimport free, realloc


cdef struct Slot:
    double due
    void *message


cdef class DelayQueue:
    cdef Slot *slots
    cdef Py_ssize_t used
    cdef Py_ssize_t room

    def __dealloc__(self):
        free(self.slots)

    def __len__(self):
        return self.used

    def next_due(self):
        return self.slots[0].due if self.used else None

    def push(self, double due, message):
        cdef Py_ssize_t at, up
        if self.used == self.room:
            self.room = self.room * 2 + 16
            self.slots = <Slot *>realloc(self.slots, self.room * sizeof(Slot))
        at = self.used
        self.used += 1
        while at > 0:
            up = (at - 1) // 2
            if self.slots[up].due <= due:
                break
            self.slots[at] = self.slots[up]
            at = up
        self.slots[at].due = due
        self.slots[at].message = <void *>message

    def pop(self):
        cdef Py_ssize_t at = 0, down
        if self.used == 0:
            raise IndexError("nothing is left")
        cdef Slot first = self.slots[0]
        self.used -= 1
        cdef Slot last = self.slots[self.used]
        while True:
            down = 2 * at + 1
            if down >= self.used:
                break
            if down + 1 < self.used and self.slots[down + 1].due < self.slots[down].due:
                down += 1
            if self.slots[down].due >= last.due:
                break
            self.slots[at] = self.slots[down]
            at = down
        self.slots[at] = last
        message = <object>first.message
        return first.due, message
