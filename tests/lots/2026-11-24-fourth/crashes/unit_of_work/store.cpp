#include <map>
#include <stdexcept>
#include <string>

struct Store {
    std::map<std::string, long> amounts;
};

class Transaction {
    Store &store;
    std::map<std::string, long> changes;

public:
    explicit Transaction(Store &s) : store(s) {}
    void add(const std::string &name, long amount) { changes[name] += amount; }
    ~Transaction()
    {
        for (auto &[name, amount] : changes) {
            long &total = store.amounts[name];
            if (total + amount < 0)
                throw std::range_error("amount of " + name + " would be below zero");
            total += amount;
        }
    }
};

extern "C" {
Store *store_new() { return new Store; }
Transaction *store_begin(Store *store) { return new Transaction(*store); }
void transaction_add(Transaction *t, const char *name, long amount) { t->add(name, amount); }
void transaction_end(Transaction *t) { delete t; }
long store_amount(Store *store, const char *name) { return store->amounts[name]; }
}
