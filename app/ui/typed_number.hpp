// Evaluates the text that the user types into a slider, and explains why the text was changed or rejected.
#pragma once

#include <string>
#include <string_view>

#include "data/base/quantity.hpp"
#include "data/base/range.hpp"

namespace milkomeda {

// Texts that a slider accepts besides plain numbers: numbers with a unit, and a word that means the smallest value,
// such as "auto".
struct Typed {
    PhysicalUnit unit{};  // unit of the displayed number, with its conversion from model units
    std::string_view least{};
};

// Returns the printf format of a slider. If `unit` differs from the unit of `format`, appends the value in `unit`, as
// in "0.05 (200 pc)".
std::string slider_format(const char* format, double value, const PhysicalUnit& unit);

// Describes how a slider displays its number.
struct ShownNumber {
    std::string label;   // label as the user sees it
    const char* format;  // printf format with unit, such as "%.2f kpc"
    bool is_whole;       // true if the slider is for integers
    Typed typed;

    std::string text(double value) const;
};

struct TypedNumber {
    double value;
    std::string note;  // explanation of one line; empty if the text was accepted unchanged
};

// Returns the typed number, limited to `range`; returns the present value `now` if the text is not a number.
TypedNumber typed_number(const std::string& text, double now, const Range& range, const ShownNumber& shown);

}  // namespace milkomeda
