/* A gauge that tells of each level above a mark: its number, and how high in millimetres. */
typedef void (*teller)(int number, long millimetres, void *note);

int gauge_scan(const long *levels, int count, long mark, teller tell, void *note)
{
    int told = 0;
    for (int number = 0; number < count; number++)
        if (levels[number] > mark) {
            tell(number, levels[number], note);
            told++;
        }
    return told;
}
