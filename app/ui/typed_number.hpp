// Reads the number that the user types into a slider, and explains why a text was not taken as it is.
#pragma once

#include <string>
#include <string_view>

#include "data/base/quantity.hpp"
#include "data/base/range.hpp"

namespace milkomeda {

// Texts that a slider accepts besides plain numbers: numbers with a unit, and a word for the least value
// ("auto").
struct Typed {
    PhysicalUnit unit{};  // unit of the shown number
    std::string_view least{};
};

// Returns the slider's format for this value, with the value in `unit` added if the format has no unit of its
// own.
std::string slider_format(const char* format, double value, const PhysicalUnit& unit);

// How a slider shows its numbers.
struct ShownNumber {
    std::string label;   // the label as text for the user
    const char* format;  // format for printf with the unit: "%.2f kpc"
    bool is_whole;       // true for a slider of integers
    Typed typed;

    std::string text(double value) const;
};

struct TypedNumber {
    double value;
    std::string note;  // explanation in one line; empty if the text was taken as it is
};

// Returns the typed number, limited to the range; `now` if the text is not a number.
TypedNumber typed_number(const std::string& text, double now, const Range& range, const ShownNumber& shown);

}  // namespace milkomeda
