int ratio_scale(int amount, int numerator, int denominator)
{
    return amount * numerator / denominator;
}
