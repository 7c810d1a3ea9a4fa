#include <any>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Router {
    std::deque<std::pair<std::string, std::any>> queue;
    std::map<std::string, double> sums;
    std::mutex mutex;
    std::condition_variable more;
    bool ended = false;
    std::thread worker;

    void work() {
        std::unique_lock<std::mutex> lock(mutex);
        while (true) {
            more.wait(lock, [this] { return ended || !queue.empty(); });
            if (queue.empty())
                return;
            auto [name, value] = std::move(queue.front());
            queue.pop_front();
            sums[name] += std::any_cast<double>(value);
        }
    }

  public:
    Router() : worker(&Router::work, this) {}
    ~Router() {
        {
            std::lock_guard<std::mutex> lock(mutex);
            ended = true;
        }
        more.notify_all();
        worker.join();
    }
    void put(const char *name, std::any value) {
        std::lock_guard<std::mutex> lock(mutex);
        queue.emplace_back(name, std::move(value));
        more.notify_one();
    }
    double sum(const char *name) {
        std::lock_guard<std::mutex> lock(mutex);
        return sums[name];
    }
};

extern "C" {
Router *router_new() { return new Router; }
void router_delete(Router *router) { delete router; }
void router_put_real(Router *router, const char *name, double value) { router->put(name, value); }
void router_put_count(Router *router, const char *name, long value) { router->put(name, value); }
double router_sum(Router *router, const char *name) { return router->sum(name); }
}
