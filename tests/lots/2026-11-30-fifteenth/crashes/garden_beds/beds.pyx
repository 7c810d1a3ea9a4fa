from libc.stdlib cimport calloc, free


cdef class Garden:
    cdef int *free_beds
    cdef int number
    cdef public list plants
    cdef public str name

    def __cinit__(self, str name, int number):
        self.name = name
        self.number = number
        self.free_beds = <int *>calloc(number, sizeof(int))
        self.plants = []

    cdef void give_back(self, int bed):
        self.free_beds[bed] = 1

    cdef int take(self):
        cdef int bed
        for bed in range(self.number):
            if self.free_beds[bed] == 0:
                self.free_beds[bed] = 2
                return bed
        return -1

    def __dealloc__(self):
        free(self.free_beds)


cdef class Plant:
    cdef Garden garden
    cdef int bed
    cdef public object sort

    def __init__(self, Garden garden, sort):
        self.garden = garden
        self.sort = sort
        self.bed = garden.take()
        garden.plants.append(self)

    def __dealloc__(self):
        self.garden.give_back(self.bed)
