/* Uses an instruction of AVX-512ER, which only Xeon Phi ever had. */
void newer(double *values)
{
    values[0] *= 2;
    __asm__ volatile(".byte 0x62, 0xf2, 0x7d, 0x48, 0xc8, 0xc1" ::: "xmm0");
}
