/* the months until a loan is paid back */
int months(int cents, int rate_per_mille, int monthly)
{
    int interest = cents / 1000 * rate_per_mille / 12;
    return cents / (monthly - interest);
}
