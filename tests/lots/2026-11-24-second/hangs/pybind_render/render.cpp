// Renders tiles in threads, and tells Python of each that is done.
#include <pybind11/pybind11.h>

#include <atomic>
#include <thread>
#include <vector>

namespace py = pybind11;

class Renderer {
public:
    explicit Renderer(int threads) : threads_(threads) {}

    void start(int tiles, py::function done)
    {
        done_ = done;
        for (int t = 0; t < threads_; t++)
            workers_.emplace_back([this, tiles, t] {
                for (int tile = t; tile < tiles; tile += threads_) {
                    double value = shade(tile);
                    py::gil_scoped_acquire gil;
                    done_(tile, value);
                }
            });
    }

    void wait()
    {
        for (auto &worker : workers_)
            worker.join();
        workers_.clear();
    }

private:
    static double shade(int tile)
    {
        double value = tile;
        for (int i = 0; i < 20000000; i++)
            value = value * 0.999999 + 1e-3;
        return value;
    }

    int threads_;
    py::function done_;
    std::vector<std::thread> workers_;
};

PYBIND11_MODULE(render, m)
{
    py::class_<Renderer>(m, "Renderer")
        .def(py::init<int>())
        .def("start", &Renderer::start)
        .def("wait", &Renderer::wait);
}
