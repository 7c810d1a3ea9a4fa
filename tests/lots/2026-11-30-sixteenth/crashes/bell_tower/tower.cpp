#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

using Ring = void (*)(int hour, int quarter);

class Tower {
public:
    std::function<void(int, int)> on_quarter, on_hour;

    void start(int milliseconds, int quarters)
    {
        worker = std::thread([this, milliseconds, quarters] {
            for (int n = 1; n <= quarters; n++) {
                std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
                if (n % 4)
                    on_quarter(n / 4, n % 4);
                else
                    on_hour(n / 4, 0);
            }
        });
    }

    void join() { worker.join(); }

private:
    std::thread worker;
};

extern "C" {
Tower *tower_new() { return new Tower; }
void tower_on_quarter(Tower *t, Ring ring) { t->on_quarter = ring; }
void tower_on_hour(Tower *t, Ring ring) { t->on_hour = ring; }
void tower_start(Tower *t, int milliseconds, int quarters) { t->start(milliseconds, quarters); }
void tower_join(Tower *t) { t->join(); }
}
