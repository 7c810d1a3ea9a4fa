// A swarm of boids. Each step is computed here, by some threads; rules are Python's.
#include <nanobind/nanobind.h>

#include <cmath>
#include <thread>
#include <vector>

namespace nb = nanobind;

struct Boid {
    double x, y, angle;
};

class Swarm {
public:
    explicit Swarm(int number)
    {
        for (int i = 0; i < number; i++)
            boids_.push_back({std::cos(i) * 40, std::sin(i) * 40, i * 0.7});
    }

    void rule(nb::callable rule) { rule_ = std::move(rule); }

    int size() const { return static_cast<int>(boids_.size()); }

    double spread() const
    {
        double most = 0;
        for (const Boid &boid : boids_)
            most = std::fmax(most, std::hypot(boid.x, boid.y));
        return most;
    }

    void step(double pace)
    {
        std::vector<std::thread> threads;
        const size_t parts = 3;
        for (size_t part = 0; part < parts; part++)
            threads.emplace_back([this, part, parts, pace] {
                for (size_t i = part; i < boids_.size(); i += parts)
                    move(boids_[i], pace);
            });
        for (std::thread &thread : threads)
            thread.join();
    }

private:
    void move(Boid &boid, double pace)
    {
        boid.angle += turn(boid);
        boid.x += pace * std::cos(boid.angle);
        boid.y += pace * std::sin(boid.angle);
    }

    double turn(const Boid &boid)
    {
        nb::gil_scoped_acquire held;
        if (!rule_.is_valid())
            return 0;
        return nb::cast<double>(rule_(boid.x, boid.y, boid.angle));
    }

    std::vector<Boid> boids_;
    nb::object rule_;
};

NB_MODULE(swarm, m)
{
    nb::class_<Swarm>(m, "Swarm")
        .def(nb::init<int>())
        .def("rule", &Swarm::rule)
        .def("spread", &Swarm::spread)
        .def("__len__", &Swarm::size)
        .def("step", &Swarm::step, nb::call_guard<nb::gil_scoped_release>());
}
