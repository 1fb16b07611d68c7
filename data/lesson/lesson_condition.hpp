// Conditions of a lesson: comparisons of quantities of the run with values, such as "timestep < 0.02 and time >= 22".
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/lesson/quantities.hpp"

namespace milkomeda {

enum class Relation { at_most, at_least, unequal, below, above, equal };
template <>
inline constexpr std::array<std::string_view, 6> names<Relation>{"<=", ">=", "!=", "<", ">", "="};

struct QuantityRelation {
    std::string quantity;
    Relation relation;
    QuantityValue value;
};

struct LessonCondition {
    std::string text;                         // the condition as the lesson file contains it
    std::vector<QuantityRelation> relations;  // the condition is true while all of them are true
};

// Returns the present value of a quantity; an empty optional while the value is unknown.
using QuantityLookup = std::function<std::optional<QuantityValue>(const std::string& name)>;

// Parses comparisons that are joined by "and". Throws std::invalid_argument with a message of one line.
LessonCondition parse_condition(std::string_view text);

// Returns true if all comparisons are true. A comparison with an unknown value is false. Numbers that differ by at most
// 1 % are equal, so that a slider can set the value.
bool is_true(const LessonCondition& condition, const QuantityLookup& value_of);

}  // namespace milkomeda
