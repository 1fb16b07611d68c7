// The quantities that the checks of a lesson can compare, with their names, units and texts for the user.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/base/quantity.hpp"

namespace milkomeda {

// Value of a quantity: a number in model units, or a word.
using QuantityValue = std::variant<double, std::string>;

struct Quantity {
    // Name, such as "timestep". A name that ends in "." or "_" is completed by the name of a galaxy, as in
    // "spin.andromeda", or by the names of a galaxy and a component, as in "r50_andromeda_disk".
    std::string name;
    PhysicalUnit unit{};               // unit that may follow a number; without a name for plain numbers
    std::vector<std::string> words{};  // words that the quantity can have as values; empty for numbers only
    bool has_numbers = true;

    bool is_completed() const { return name.ends_with('.') || name.ends_with('_'); }
};

// Returns all quantities: the parameters of the simulation under the names of their scene keys, then the measured
// quantities.
std::span<const Quantity> quantities();

// Returns the row of the quantity `name`. Throws std::invalid_argument with a suggestion if there is no such quantity.
const Quantity& quantity_named(std::string_view name);

// Converts the text of a value to a number in model units or to a word: "0.02", "300 Myr", "1/4", "retrograde". Throws
// std::invalid_argument if the text is not a value of this quantity.
QuantityValue parse_value(const Quantity& quantity, std::string_view text);

}  // namespace milkomeda
