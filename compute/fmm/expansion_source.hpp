// Generates OpenCL C code for the expansions of the multipole method with given orders. The code is
// completely unrolled, because compilers keep an array in registers only if every index is a constant.
#pragma once

#include <string>

namespace milkomeda {

// Orders of the Cartesian Taylor series of moments and locals. Momentum is conserved if `locals` = `moments`
// + 1 (Dehnen 2002, JCP 179, 27).
struct ExpansionOrders {
    int locals = 5;
    int moments = 4;

    bool operator==(const ExpansionOrders&) const = default;
};

// Returns the number of coefficients of a three-dimensional Taylor series of this order.
constexpr int coefficients(int order) { return (order + 1) * (order + 2) * (order + 3) / 6; }

// Returns the length of a node's row of moments or locals in device memory: the number of coefficients, rounded up to a
// multiple of four (kernels/fmm/rows.h).
constexpr int coefficient_row(int order) { return (coefficients(order) + 3) / 4 * 4; }

// Returns the text of "kernels/fmm/expansions.h", which must be included after "kernels/fmm/lanes.h".
std::string expansion_source(const ExpansionOrders& orders);

}  // namespace milkomeda
