// The operators of the multipole method, written out as OpenCL C for given orders: straight lines of code,
// since compilers keep arrays in registers only where every index is a constant.
#pragma once

#include <string>

namespace milkomeda {

// Expansions are Cartesian Taylor series: moments to one order, locals to another. Where locals go one
// further than moments, momentum is conserved (Dehnen 2002, JCP 179, 27).
struct ExpansionOrders {
    int locals = 5;
    int moments = 4;

    bool operator==(const ExpansionOrders&) const = default;
};

// Coefficients of a series to this order in three dimensions.
constexpr int coefficients(int order) {
    return (order + 1) * (order + 2) * (order + 3) / 6;
}

// The text of "kernels/fmm/expansions.h", to be included after "kernels/fmm/lanes.h".
std::string expansion_source(const ExpansionOrders& orders);

}  // namespace milkomeda
