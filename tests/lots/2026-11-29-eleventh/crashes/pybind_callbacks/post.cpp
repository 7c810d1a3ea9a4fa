// A post office: letters are delivered by a postman of its own, who tells the sender.
#include <Python.h>
#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace py = pybind11;

struct Letter {
    std::string to;
    PyObject *on_delivery;
};

class Office {
    std::mutex guard;
    std::condition_variable changed;
    std::deque<Letter> letters;
    bool open = true;
    std::thread postman;

    void walk()
    {
        for (;;) {
            std::unique_lock<std::mutex> hold(guard);
            changed.wait(hold, [this] { return !open || !letters.empty(); });
            if (letters.empty())
                return;
            Letter letter = letters.front();
            letters.pop_front();
            hold.unlock();
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            PyObject *answer = PyObject_CallFunction(letter.on_delivery, "s", letter.to.c_str());
            Py_XDECREF(answer);
            Py_DECREF(letter.on_delivery);
        }
    }

public:
    Office() : postman(&Office::walk, this) {}

    void post(const std::string &to, py::function on_delivery)
    {
        std::lock_guard<std::mutex> hold(guard);
        letters.push_back({to, on_delivery.release().ptr()});
        changed.notify_one();
    }

    void close()
    {
        py::gil_scoped_release release;
        {
            std::lock_guard<std::mutex> hold(guard);
            open = false;
            changed.notify_one();
        }
        postman.join();
    }
};

PYBIND11_MODULE(post, m)
{
    py::class_<Office>(m, "Office")
        .def(py::init<>())
        .def("post", &Office::post)
        .def("close", &Office::close);
}
