// User settings, with one table row per setting. The row defines the setting's command-line option, its
// control in a panel, its key in files and traces, and its line in docs/parameters.md.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/base/names.hpp"
#include "data/base/quantity.hpp"
#include "data/base/range.hpp"

namespace milkomeda {

// A selected entry of a list of names.
struct Choice {
    std::size_t index;
    std::span<const std::string_view> names;

    std::string_view name() const { return names[index]; }
    // Returns the entry with this name; empty if the list does not contain the name.
    std::optional<Choice> entry(std::string_view name) const {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) return std::nullopt;
        return Choice{static_cast<std::size_t>(found - names.begin()), names};
    }
    bool operator==(const Choice& other) const { return index == other.index; }
};

// The fraction 1/denominator. The code that owns the setting checks that the denominator is valid.
struct Fraction {
    int denominator;
    std::span<const int> denominators;  // denominators that the user can choose

    // Returns the fractions as texts such as "1", "1/2", "1/4".
    std::vector<std::string> names() const {
        std::vector<std::string> list;
        for (const int k : denominators) list.push_back(k == 1 ? "1" : "1/" + std::to_string(k));
        return list;
    }
    bool operator==(const Fraction& other) const { return denominator == other.denominator; }
};

using CountOrAuto = std::optional<int>;  // a count, or empty if the program chooses the count
using Rgb = std::array<float, 3>;        // red, green and blue components from 0 to 1

using SettingValue = std::variant<bool, double, CountOrAuto, Fraction, Choice, Rgb>;

enum class Scale { linear, logarithmic };
template <>
inline constexpr std::array<std::string_view, 2> names<Scale>{"linear", "logarithmic"};

struct Setting {
    std::string key{};       // key in traces and settings files
    std::string option{};    // option name such as "--dt"; empty if no option sets the value
    std::string help{};      // help text of the option
    const char* label = "";  // label of the control; empty if the setting has no control
    const char* tooltip = "";
    // Valid numbers. The command line rejects other numbers; numbers from settings files are clamped to the range.
    Range valid{};
    Range slider{};  // range of the slider, in displayed units
    Scale scale = Scale::linear;
    const char* format = "%g";  // printf format of the displayed number; may include a unit
    double shown_factor = 1;    // displayed value divided by stored value, for example 100 for percent
    // Unit of the displayed number. The panel shows it next to the slider if `format` includes no unit.
    PhysicalUnit unit{};
};

// Accessor that reads and writes a setting stored in an Owner. set() throws std::bad_variant_access if the
// value has the wrong type.
template <typename Owner>
struct Field {
    SettingValue (*get)(const Owner&);
    void (*set)(Owner&, const SettingValue&);
};

inline SettingValue value_of(bool member) { return member; }
inline SettingValue value_of(double member) { return member; }
inline SettingValue value_of(const CountOrAuto& member) { return member; }
template <Named Enum>
SettingValue value_of(Enum member) {
    return Choice{static_cast<std::size_t>(member), names<Enum>};
}

inline void assign(bool& member, const SettingValue& value) { member = std::get<bool>(value); }
inline void assign(double& member, const SettingValue& value) { member = std::get<double>(value); }
inline void assign(float& member, const SettingValue& value) { member = static_cast<float>(std::get<double>(value)); }
inline void assign(CountOrAuto& member, const SettingValue& value) { member = std::get<CountOrAuto>(value); }
template <Named Enum>
void assign(Enum& member, const SettingValue& value) {
    member = static_cast<Enum>(std::get<Choice>(value).index);
}

// Accessor for a member of a nested struct: field<Look, &Look::tone_mapping, &ToneMapping::bloom>.
template <typename Owner, auto... path>
inline constexpr Field<Owner> field{[](const Owner& owner) { return value_of((owner.*....*path)); },
                                    [](Owner& owner, const SettingValue& value) { assign((owner.*....*path), value); }};

}  // namespace milkomeda
