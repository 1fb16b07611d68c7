// Prints the generated source of the operators on multipole and local expansions, which kernels include.
#include <iostream>

#include "compute/fmm/expansion_source.hpp"

int main() { std::cout << milkomeda::expansion_source({}); }
