/* Cents of a year, from what is spent in a month. */
int budget_year(int cents_a_month, int people)
{
    int month = cents_a_month * people;
    return month * 12;
}

int budget_average(const int *months, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += months[i];
    return sum / count;
}
