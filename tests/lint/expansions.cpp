// Writes the operators of expansions, which kernels include and nobody typed.
#include <iostream>

#include "compute/fmm/expansion_source.hpp"

int main() {
    std::cout << milkomeda::expansion_source({});
}
