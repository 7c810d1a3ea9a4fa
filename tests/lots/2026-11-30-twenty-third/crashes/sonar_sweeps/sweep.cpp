#include <pthread.h>
#include <unistd.h>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

struct Sonar {
    pthread_t thread;
    std::vector<double> depths;
    double bottom;
    long pings = 0, faults = 0;
    explicit Sonar(double b) : bottom(b) {}

    double ping() {
        usleep(2000);
        if (++pings % 50 == 0) throw std::runtime_error("no echo");
        return bottom + std::sin(pings * 0.1);
    }
};

static void *sweep(void *argument) {
    auto sonar = static_cast<Sonar *>(argument);
    for (;;) {
        try {
            double depth = sonar->ping();
            if (sonar->depths.size() < 10000) sonar->depths.push_back(depth);
        } catch (...) {
            sonar->faults++;
        }
    }
    return nullptr;
}

extern "C" {
Sonar *sonar_start(double bottom) {
    auto sonar = new Sonar(bottom);
    sonar->depths.reserve(10000);
    pthread_create(&sonar->thread, nullptr, sweep, sonar);
    return sonar;
}
long sonar_count(Sonar *sonar) { return (long)sonar->depths.size(); }
long sonar_faults(Sonar *sonar) { return sonar->faults; }
double sonar_depth(Sonar *sonar, long at) { return sonar->depths[at]; }
void sonar_stop(Sonar *sonar) {
    pthread_cancel(sonar->thread);
    pthread_join(sonar->thread, nullptr);
    delete sonar;
}
}
