// The choice of the bodies whose force errors are measured.

// Hash function that maps consecutive numbers to scattered numbers (splitmix: Steele, Lea and Flood 2014, with the
// 32-bit constants of Wellons 2018).
uint scattered(uint n) {
    n = (n ^ (n >> 16)) * 0x21f0aaadu;
    n = (n ^ (n >> 15)) * 0x735a2d97u;
    return n ^ (n >> 15);
}

// Number of sources in a partial sum; partial sums are short because rounding errors grow with the length of a sum.
#define RUN 128u
