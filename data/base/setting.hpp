// What a person may set: each value is one row of a table. The row gives the value its option on the command
// line, its control in a panel, its key in files and traces, and its line in docs/parameters.md.
#pragma once

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

// One of several names.
struct Choice {
    std::size_t index;
    std::span<const std::string_view> names;

    std::string_view name() const { return names[index]; }
    bool operator==(const Choice& other) const { return index == other.index; }
};

// One part in `denominator`; validity is for the owner to check.
struct Fraction {
    int denominator;
    std::span<const int> denominators;  // that are possible

    std::vector<std::string> names() const;  // "1", "1/2", "1/4"
    bool operator==(const Fraction& other) const { return denominator == other.denominator; }
};

using CountOrAuto = std::optional<int>;  // empty: automatic
using Rgb = std::array<float, 3>;        // each from 0 to 1

using SettingValue = std::variant<bool, double, CountOrAuto, Fraction, Choice, Rgb>;

enum class Scale { linear, logarithmic };
template <>
inline constexpr std::array<std::string_view, 2> names<Scale>{"linear", "logarithmic"};

struct Setting {
    std::string key{};       // in traces and files of settings
    std::string option{};    // "--dt"; empty: the command line cannot set it
    std::string help{};      // of the option
    const char* label = "";  // of the control; empty: it has none of its own
    const char* tooltip = "";
    Range valid{};   // of numbers; those outside are refused, and in files of settings clamped
    Range slider{};  // what a slider reaches, in what it shows
    Scale scale = Scale::linear;
    const char* format = "%g";  // printf's, with the unit, of what a slider shows
    double shown_factor = 1;    // a slider shows the value times this: 100 for percent
    PhysicalUnit unit{};        // of one of what is shown; beside it, where the format does not have it
};

// Reads and writes one member of an Owner. set() throws std::bad_variant_access for a value of another kind.
template <typename Owner>
struct Field {
    SettingValue (*get)(const Owner&);
    void (*set)(Owner&, const SettingValue&);
};

inline SettingValue value_of(bool member) {
    return member;
}
inline SettingValue value_of(double member) {
    return member;
}
inline SettingValue value_of(const CountOrAuto& member) {
    return member;
}
template <Named Enum>
SettingValue value_of(Enum member) {
    return Choice{static_cast<std::size_t>(member), names<Enum>};
}

inline void assign(bool& member, const SettingValue& value) {
    member = std::get<bool>(value);
}
inline void assign(double& member, const SettingValue& value) {
    member = std::get<double>(value);
}
inline void assign(float& member, const SettingValue& value) {
    member = static_cast<float>(std::get<double>(value));
}
inline void assign(CountOrAuto& member, const SettingValue& value) {
    member = std::get<CountOrAuto>(value);
}
template <Named Enum>
void assign(Enum& member, const SettingValue& value) {
    member = static_cast<Enum>(std::get<Choice>(value).index);
}

// The member at the end of a path: field<Look, &Look::tone_mapping, &ToneMapping::bloom>.
template <typename Owner, auto... path>
inline constexpr Field<Owner> field{
    [](const Owner& owner) { return value_of((owner.*....*path)); },
    [](Owner& owner, const SettingValue& value) { assign((owner.*....*path), value); }};

}  // namespace milkomeda
