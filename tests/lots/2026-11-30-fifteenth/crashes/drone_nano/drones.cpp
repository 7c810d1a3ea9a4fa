#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include <nanobind/nanobind.h>

namespace nb = nanobind;

struct Flight {
    double metres;
    nb::object notes;
};

class Hangar {
public:
    Hangar() : pilot([this] { fly(); }) {}
    ~Hangar()
    {
        {
            std::lock_guard<std::mutex> guard(mutex);
            closed = true;
        }
        ready.notify_all();
        pilot.join();
    }

    void launch(double metres, nb::object notes)
    {
        std::lock_guard<std::mutex> guard(mutex);
        waiting.push_back(Flight{metres, std::move(notes)});
        ready.notify_one();
    }

    double flown()
    {
        std::lock_guard<std::mutex> guard(mutex);
        return total;
    }

private:
    void fly()
    {
        std::unique_lock<std::mutex> lock(mutex);
        while (true) {
            ready.wait(lock, [this] { return closed || !waiting.empty(); });
            if (waiting.empty())
                return;
            lock.unlock();
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            lock.lock();
            total += waiting.front().metres;
            waiting.pop_front();
        }
    }

    std::mutex mutex;
    std::condition_variable ready;
    std::deque<Flight> waiting;
    double total = 0.0;
    bool closed = false;
    std::thread pilot;
};

NB_MODULE(drones, m)
{
    nb::class_<Hangar>(m, "Hangar")
        .def(nb::init<>())
        .def("launch", &Hangar::launch)
        .def("flown", &Hangar::flown);
}
