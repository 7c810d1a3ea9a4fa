#include <chrono>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

struct Bid {
    int bidder;
    long amount;
};

class Lot {
public:
    Lot(long limit, int patience) : limit_(limit), patience_(patience), clerk_([this] { watch(); }) {}
    ~Lot() { clerk_.join(); }

    void bid(int bidder, long amount) {
        std::lock_guard<std::mutex> guard(lock_);
        bids_.push_back({bidder, amount});
    }

    long result() { return sold_.get_future().get(); }

private:
    void watch() {
        for (int waited = 0; waited < patience_; waited++) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            std::lock_guard<std::mutex> guard(lock_);
            for (const Bid &bid : bids_)
                if (bid.amount >= limit_)
                    sold_.set_value(bid.amount * 10 + bid.bidder);
            bids_.clear();
        }
    }

    long limit_;
    int patience_;
    std::mutex lock_;
    std::vector<Bid> bids_;
    std::promise<long> sold_;
    std::thread clerk_;
};

extern "C" {
Lot *lot_open(long limit, int patience) { return new Lot(limit, patience); }
void lot_bid(Lot *lot, int bidder, long amount) { lot->bid(bidder, amount); }
long lot_result(Lot *lot) { return lot->result(); }
void lot_close(Lot *lot) { delete lot; }
}
