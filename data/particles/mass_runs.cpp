#include "data/particles/mass_runs.hpp"

#include <cmath>

namespace milkomeda {
namespace {

bool has_dubinski_masses(const std::vector<Component>& runs) {
    if (runs.size() != dubinski::parts.size()) return false;
    double measured = 0, expected = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) measured += runs[i].mass, expected += dubinski::parts[i].mass;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const double ratio = (runs[i].mass / measured) / (dubinski::parts[i].mass / expected);
        if (!(std::abs(ratio - 1) < 0.02)) return false;
    }
    return true;
}

}  // namespace

std::vector<Component> components_from_masses(const std::vector<Float4>& positions) {
    constexpr std::size_t most_runs = 64;
    std::vector<Component> runs;
    for (std::size_t row = 0; row < positions.size() && runs.size() <= most_runs; ++row) {
        if (row == 0 || positions[row].w != positions[row - 1].w)
            runs.push_back({"component " + std::to_string(runs.size() + 1), "", row, 0, 0});
        ++runs.back().count;
        runs.back().mass += positions[row].w;
    }

    if (runs.size() == 1 || runs.size() > most_runs) return {{"all", "", 0, positions.size(), mass_of(positions)}};
    if (has_dubinski_masses(runs))
        for (std::size_t i = 0; i < runs.size(); ++i) {
            runs[i].name = dubinski::parts[i].name;
            runs[i].galaxy = dubinski::parts[i].galaxy;
        }
    return runs;
}

}  // namespace milkomeda
