// Parsers for values on the command line. All functions throw std::invalid_argument with the reason for invalid text.
#pragma once

#include <fmt/format.h>
#include <array>
#include <charconv>
#include <cmath>
#include <glm/glm.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "data/base/names.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

template <typename Number>
Number parse_number(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc::result_out_of_range) throw std::invalid_argument(fmt::format("'{}' is out of range", text));
    if (error != std::errc{} || end != text.data() + text.size())
        throw std::invalid_argument(fmt::format("'{}' is not a {}number{}", text,
                                                std::is_integral_v<Number> ? "whole " : "",
                                                std::is_unsigned_v<Number> ? " from 0" : ""));
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(number)) throw std::invalid_argument(fmt::format("'{}' is not finite", text));
    return number;
}

// Parses three numbers with `separator` between them.
glm::vec3 parse_vec3(const std::string& text, char separator);

// Parses a position "X,Y,Z" in model units. Coordinates must not exceed 1e18.
glm::dvec3 parse_place(const std::string& text);

// Parses "NXxNYxNZ": the number of points along each axis, at most 2^30 points in total.
std::array<std::size_t, 3> parse_lattice(const std::string& text);

// Parses "1", "1/2" or "0.5" and returns the denominator. Accepts every denominator; validate() checks the denominator.
int parse_fraction(const std::string& text);

// Parses "1" or "1/k" and returns the denominator k.
int parse_detail(const std::string& text);

// Parses a time in model units or with its own unit, such as "300Myr". Returns model units.
double parse_model_time(const std::string& text);

// Returns the enumerator with this name. For an unknown name, the message of the exception lists the known names.
template <Named Enum>
Enum require_name(const std::string& name) {
    if (const auto value = value_named<Enum>(name)) return *value;
    throw std::invalid_argument(fmt::format("'{}' is not one of {}", name, join(names<Enum>)));
}

}  // namespace milkomeda
