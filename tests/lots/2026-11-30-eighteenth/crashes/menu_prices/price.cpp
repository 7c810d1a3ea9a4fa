#include <cstring>
#include <iomanip>
#include <locale>
#include <sstream>

/* An amount as guests of a country are used to it. */
extern "C" int price_text(double amount, const char *country, char *text, int room) {
    std::ostringstream out;
    if (std::strcmp(country, "C") != 0)
        out.imbue(std::locale(country));
    out << std::fixed << std::setprecision(2) << amount;
    std::string result = out.str();
    if ((int)result.size() >= room)
        return -1;
    std::memcpy(text, result.c_str(), result.size() + 1);
    return (int)result.size();
}
