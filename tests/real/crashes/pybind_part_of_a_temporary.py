# A part points to the whole that it is of, and reference_internal does not keep that one here.
# https://github.com/pybind/pybind11/issues/1764
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import pybind11

SOURCE = """
#include <pybind11/pybind11.h>
#include <memory>
#include <string>
namespace py = pybind11;

struct Currency { virtual ~Currency() {} virtual double rate(int day) { return 1.0 + day; } };
struct Book {
    std::unique_ptr<Currency> currency{new Currency};
    double balance = 12;
};
struct Entry {
    Book *book;
    double amount(int day) { return book->balance * book->currency->rate(day); }
};

PYBIND11_MODULE(books, m) {
    py::class_<Entry>(m, "Entry").def("amount", &Entry::amount);
    py::class_<Book>(m, "Book")
        .def(py::init<>())
        .def("entry", [](Book &book) { return Entry{&book}; },
             py::return_value_policy::reference_internal);
}
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".cpp")
    with open(path, "w") as file:
        file.write(source)
    includes = ["-I" + sysconfig.get_paths()["include"], "-I" + pybind11.get_include()]
    library = os.path.join(folder, name + ".so")
    command = ["g++", "-std=c++14", "-g", "-O1", "-shared", "-fPIC", *includes, path, "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


books = build("books", SOURCE)


def latest():
    return books.Book().entry()  # <-- also


entry = latest()
others = [bytearray(24) for _ in range(200)]
print(entry.amount(3))  # <-- here
