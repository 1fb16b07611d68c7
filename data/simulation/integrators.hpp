// Integration schemes as lists of operations that a step executes in order. Each integrator is a row of
// integrator_table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

struct Operation {
    enum class Kind {
        force,          // computes the accelerations a at the current positions
        kick,           // v += a c dt; damping of v follows the last kick of a step
        drift,          // x += v c dt + a b dt^2
        external_kick,  // v += a_ext c dt; a_ext is the acceleration by the external mass, 0 without an external mass
    };
    Kind kind = Kind::force;
    double c = 0;  // fraction of the timestep dt
    double b = 0;  // coefficient of the accelerations in a drift

    bool operator==(const Operation&) const = default;
};

namespace operations {
inline constexpr Operation force{};
constexpr Operation kick(double c) { return {Operation::Kind::kick, c}; }
constexpr Operation drift(double c, double b = 0) { return {Operation::Kind::drift, c, b}; }
constexpr Operation external_kick(double c) { return {Operation::Kind::external_kick, c}; }
}  // namespace operations

class OperationList {
  public:
    constexpr OperationList(std::initializer_list<Operation> list) {
        for (const Operation& operation : list) add(operation);
    }
    constexpr void add(const Operation& operation) { list_[size_++] = operation; }
    constexpr const Operation* begin() const { return list_.data(); }
    constexpr const Operation* end() const { return list_.data() + size_; }
    constexpr std::size_t size() const { return size_; }
    constexpr const Operation& operator[](std::size_t i) const { return list_[i]; }

  private:
    std::array<Operation, 32> list_{};
    std::size_t size_ = 0;
};

// Returns a composition of leapfrog substeps (kick, drift, kick). Each fraction is the length of a substep in units of
// the timestep. A substep starts with the accelerations at the end of the preceding substep.
constexpr OperationList leapfrog_substeps(std::initializer_list<double> fractions) {
    using namespace operations;
    OperationList list{force};
    for (const double w : fractions)
        for (const Operation& operation :
             {external_kick(w / 2), kick(w / 2), drift(w), force, kick(w / 2), external_kick(w / 2)})
            list.add(operation);
    return list;
}

// Number type of positions and velocities. Only steps with integers can be undone exactly.
enum class Numbers { floats, integers };

struct IntegratorScheme {
    std::string_view name;  // value of option --integrator
    int order;              // order of the global error in the timestep
    Numbers numbers;
    OperationList operations;
    std::string_view summary;  // clause for the tooltip of the integrator setting
};

// Length of the first substep of Yoshida's integrator (1990, Phys. Lett. A 150, 262) in units of the timestep: 1 / (2 -
// 2^(1/3)).
inline constexpr double yoshida_w1 = 1.35120719195965763405;

inline constexpr auto integrator_table = std::to_array<IntegratorScheme>({
    {"leapfrog", 2, Numbers::floats, leapfrog_substeps({1}), "leapfrog is of second order"},
    {"symplectic-euler",
     1,
     Numbers::floats,
     {operations::force, operations::kick(1), operations::drift(1), operations::external_kick(1)},
     "symplectic Euler is of first order (the scheme of the original program of 2008)"},
    {"explicit-euler",
     1,
     Numbers::floats,
     {operations::force, operations::drift(1, 0.5), operations::kick(1), operations::external_kick(1)},
     "explicit Euler gains energy (the scheme of a 2010 tutorial)"},
    {"reversible", 2, Numbers::integers, leapfrog_substeps({1}),
     "reversible is leapfrog on integers, so that time can run backward exactly"},
    {"yoshida4", 4, Numbers::integers, leapfrog_substeps({yoshida_w1, 1 - 2 * yoshida_w1, yoshida_w1}),
     "yoshida4 is of fourth order and reversible, with three force evaluations per step"},
});

// Index of a row of integrator_table. Only integrators that the program itself chooses have enumerators;
// others are chosen by name.
enum class Integrator { leapfrog, symplectic_euler, explicit_euler, reversible };
template <>
inline constexpr auto names<Integrator> = names_in(integrator_table);

constexpr const IntegratorScheme& scheme_of(Integrator integrator) {
    return integrator_table[static_cast<std::size_t>(integrator)];
}
constexpr bool is_reversible(Integrator integrator) { return scheme_of(integrator).numbers == Numbers::integers; }

// Returns the sum of the absolute lengths of all drifts in units of the timestep. The sum exceeds 1 if substeps go
// backward.
constexpr double drifted_length(const OperationList& list) {
    double length = 0;
    for (const Operation& operation : list)
        if (operation.kind == Operation::Kind::drift) length += operation.c < 0 ? -operation.c : operation.c;
    return length;
}
// Returns true if the accelerations at the end of a step belong to its final positions and can be reused.
constexpr bool ends_with_force(const OperationList& list) {
    bool is_known = false;
    for (const Operation& operation : list) {
        if (operation.kind == Operation::Kind::force) is_known = true;
        if (operation.kind == Operation::Kind::drift) is_known = false;
    }
    return is_known;
}
// Returns true if the operations with -dt undo a step, that is, if the list without forces is a palindrome.
constexpr bool is_symmetric(const OperationList& list) {
    const auto is_move = [](const Operation& operation) { return operation.kind != Operation::Kind::force; };
    std::array<Operation, 32> moves{};
    std::size_t count = 0;
    for (const Operation& operation : list)
        if (is_move(operation)) moves[count++] = operation;
    for (std::size_t i = 0; i < count; ++i)
        if (!(moves[i] == moves[count - 1 - i])) return false;
    return ends_with_force(list);
}
static_assert(std::ranges::all_of(integrator_table, [](const IntegratorScheme& scheme) {
    const auto has_no_b = [](const Operation& operation) { return operation.b == 0; };
    return scheme.operations[0].kind == Operation::Kind::force &&
           (scheme.numbers == Numbers::floats ||
            (is_symmetric(scheme.operations) && std::ranges::all_of(scheme.operations, has_no_b)));
}));

}  // namespace milkomeda
