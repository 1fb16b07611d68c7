#include "compute/gravity/solvers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "compute/gravity/auto_solver.hpp"
#include "compute/gravity/direct_solver.hpp"
#include "compute/gravity/fmm_solver.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr std::array<SolverType, 3> table{{
    {"auto", "Times the direct sum and the multipole method and uses the faster method", true, make_auto_solver},
    {"direct", "Exact sum over all pairs of bodies", true, make_direct_solver},
    {"fmm", "Fast multipole method: selectable error, cost linear in the number of bodies", false,
     [](const SolverContext& context, const KernelChoice&) { return make_fmm_solver(context); }},
}};

}  // namespace

std::span<const SolverType> solvers() { return table; }

const SolverType& solver_named(std::string_view name) {
    const auto found = std::ranges::find(table, name, &SolverType::name);
    if (found != table.end()) return *found;
    throw std::invalid_argument(fmt::format("there is no solver '{}'; the solvers are {}", name, solver_names()));
}

std::string solver_names() { return join(table, &SolverType::name); }

}  // namespace milkomeda
