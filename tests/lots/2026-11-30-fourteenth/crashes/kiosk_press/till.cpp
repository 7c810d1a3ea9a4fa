// The till of a kiosk: takes coins, gives change, and may be asked from several threads.
#include <mutex>
#include <vector>

namespace {

class Till {
public:
    explicit Till(int float_cents) : cents_(float_cents) {}

    void take(int cents)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        cents_ += cents;
        log_.push_back(cents);
        if (log_.size() >= 4)
            settle(lock);
    }

    // What is too much goes to the safe. The safe is slow, so the till is free meanwhile.
    int bank()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        int before = cents_;
        if (cents_ > limit_)
            settle(lock);
        lock.lock();
        return before - cents_;
    }

    int cents()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return cents_;
    }

private:
    void settle(std::unique_lock<std::mutex> &lock)
    {
        int more = cents_ > limit_ ? cents_ - limit_ : 0;
        cents_ -= more;
        log_.clear();
        lock.unlock();
    }

    std::mutex mutex_;
    std::vector<int> log_;
    int cents_;
    int limit_ = 2000;
};

}

extern "C" {

void *till_new(int cents) { return new Till(cents); }
void till_take(void *till, int cents) { static_cast<Till *>(till)->take(cents); }
int till_bank(void *till) { return static_cast<Till *>(till)->bank(); }
int till_cents(void *till) { return static_cast<Till *>(till)->cents(); }
void till_delete(void *till) { delete static_cast<Till *>(till); }

}
