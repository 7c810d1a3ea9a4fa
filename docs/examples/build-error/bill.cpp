#include <iostream>
#include <map>
#include <string>

int main()
{
    std::map<std::string, double> prices;
    prices["tea"] = 2.40;
    for (auto &price : prices)
        std::cout << price.name << " costs " << price.second << "\n";
}
