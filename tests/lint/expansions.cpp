// Writes the generated operators on expansions, which kernels include.
#include <iostream>

#include "compute/fmm/expansion_source.hpp"

int main() {
    std::cout << milkomeda::expansion_source({});
}
