#include "data/lesson/lesson_condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "data/lesson/lesson_text.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view conjunction = " and ";
constexpr double equality_tolerance = 0.01;  // largest relative difference of numbers that count as equal

QuantityRelation parse_relation(std::string_view text) {
    const std::size_t at = text.find_first_of("<>=!");
    const auto relation = at == text.npos
                              ? names<Relation>.end()
                              : std::ranges::find_if(names<Relation>, [rest = text.substr(at)](std::string_view name) {
                                    return rest.starts_with(name);
                                });
    if (relation == names<Relation>.end())
        throw std::invalid_argument(fmt::format(
            "{} is not a comparison: write a quantity, one of <, <=, >, >=, = and !=, and a value", quoted(text)));
    const std::string name{trimmed(text.substr(0, at))};
    const Quantity& quantity = quantity_named(name);
    QuantityRelation comparison{name, static_cast<Relation>(relation - names<Relation>.begin()),
                                parse_value(quantity, trimmed(text.substr(at + relation->size())))};
    const bool compares_order = comparison.relation != Relation::equal && comparison.relation != Relation::unequal;
    if (compares_order && std::holds_alternative<std::string>(comparison.value))
        throw std::invalid_argument(fmt::format("{} has words as values: compare it with = or !=", name));
    return comparison;
}

bool are_equal(double a, double b) {
    return std::abs(a - b) <= equality_tolerance * std::max(std::abs(a), std::abs(b));
}

bool is_true(const QuantityRelation& comparison, const QuantityValue& value) {
    const bool is_number = std::holds_alternative<double>(value);
    if (is_number != std::holds_alternative<double>(comparison.value))
        return comparison.relation == Relation::unequal;  // only one of the values is a word such as "auto"
    if (!is_number) return (value == comparison.value) == (comparison.relation == Relation::equal);
    const double a = std::get<double>(value), b = std::get<double>(comparison.value);
    switch (comparison.relation) {
        case Relation::at_most:
            return a <= b;
        case Relation::at_least:
            return a >= b;
        case Relation::below:
            return a < b;
        case Relation::above:
            return a > b;
        case Relation::equal:
            return are_equal(a, b);
        case Relation::unequal:
            return !are_equal(a, b);
    }
    return false;
}

}  // namespace

LessonCondition parse_condition(std::string_view text) {
    LessonCondition condition{.text = std::string{text}, .relations = {}};
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(conjunction, at), text.size());
        condition.relations.push_back(parse_relation(trimmed(text.substr(at, end - at))));
        at = end + conjunction.size();
    }
    return condition;
}

bool is_true(const LessonCondition& condition, const QuantityLookup& value_of) {
    return std::ranges::all_of(condition.relations, [&](const QuantityRelation& comparison) {
        const std::optional<QuantityValue> value = value_of(comparison.quantity);
        const double* const number = value ? std::get_if<double>(&*value) : nullptr;
        return value && !(number && std::isnan(*number)) && is_true(comparison, *value);
    });
}

}  // namespace milkomeda
