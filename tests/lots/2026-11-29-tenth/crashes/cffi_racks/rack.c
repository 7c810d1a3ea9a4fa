struct shelf { double *weights; int count; };
struct rack { struct shelf *shelves; int count; };

double rack_weight(const struct rack *rack)
{
    double sum = 0;
    for (int s = 0; s < rack->count; s++)
        for (int n = 0; n < rack->shelves[s].count; n++)
            sum += rack->shelves[s].weights[n];
    return sum;
}
