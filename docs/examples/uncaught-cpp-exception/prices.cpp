// Prices by the number of the article, for Python.
#include <vector>

static std::vector<double> prices = {1.20, 3.50, 0.80, 12.00};

extern "C" int article_count()
{
    return static_cast<int>(prices.size());
}

extern "C" double price_of(int article)
{
    return prices.at(article);
}
