// What a person types into a slider, and what is said of it where it is not taken as it is.
#pragma once

#include <string>
#include <string_view>

#include "data/base/quantity.hpp"
#include "data/base/range.hpp"

namespace milkomeda {

// What may be typed into a slider besides plain numbers: those with a unit, and a word for the least value
// ("auto").
struct Typed {
    PhysicalUnit unit{};  // of one of what is shown
    std::string_view least{};
};

// A slider's format for this value: beside it the same in its unit, if it has one that the format does not.
std::string slider_format(const char* format, double value, const PhysicalUnit& unit);

// How a slider shows its numbers.
struct ShownNumber {
    std::string label;   // as people read it
    const char* format;  // printf's, with what stands behind the number: "%.2f kpc"
    bool is_whole;       // of an int
    Typed typed;

    std::string text(double value) const;
};

struct TypedNumber {
    double value;
    std::string note;  // one line on what became of the text; empty: it was taken as it is
};

// The number that is meant, within the range; `now` where the text is none.
TypedNumber typed_number(const std::string& text, double now, const Range& range, const ShownNumber& shown);

}  // namespace milkomeda
