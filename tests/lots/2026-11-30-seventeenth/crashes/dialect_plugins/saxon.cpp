#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

namespace {

class Lexicon {
public:
    explicit Lexicon(const char *edition) {
        if (!edition || std::string(edition).size() != 4)
            throw std::invalid_argument("lexicon: LEXICON_EDITION must be a year");
        year_ = std::stoi(edition);
        words_["pancake"] = "Eierkuchen";
        words_["roll"] = "Semmel";
    }
    const std::string *find(const std::string &word) const {
        auto at = words_.find(word);
        return at == words_.end() ? nullptr : &at->second;
    }

private:
    int year_ = 0;
    std::map<std::string, std::string> words_;
};

const Lexicon lexicon(std::getenv("LEXICON_EDITION"));

}  // namespace

extern "C" const char *translate(const char *word) {
    const std::string *found = lexicon.find(word);
    return found ? found->c_str() : word;
}
