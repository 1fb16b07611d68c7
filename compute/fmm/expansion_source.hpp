// Generates the operators of the multipole method as OpenCL C for given orders. The code is unrolled
// completely, because compilers keep arrays in registers only if every index is a constant.
#pragma once

#include <string>

namespace milkomeda {

// Orders of the Cartesian Taylor series. If the locals have one order more than the moments, momentum is
// conserved (Dehnen 2002, JCP 179, 27).
struct ExpansionOrders {
    int locals = 5;
    int moments = 4;

    bool operator==(const ExpansionOrders&) const = default;
};

// Returns the number of coefficients of a series of this order in three dimensions.
constexpr int coefficients(int order) {
    return (order + 1) * (order + 2) * (order + 3) / 6;
}

// Returns the text of "kernels/fmm/expansions.h", which must be included after "kernels/fmm/lanes.h".
std::string expansion_source(const ExpansionOrders& orders);

}  // namespace milkomeda
