// Fixed-point positions and velocities of the reversible mode: resolution and range of the integers.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Format of the integers: the integer n represents n * 2^exponent in model units. The domain of permitted integers is
// half of the range of the integers; the other half is headroom for bodies that have just left the domain.
struct FixedPoint {
    int bits = 32;  // bits per number: 32 or 64
    int position_exponent = 0, velocity_exponent = 0;
    // True if the numbers have 64 bits only because a body has left the domain of 32-bit integers. The exponents are
    // then the exponents of the 32-bit integers, so that the numbers are unchanged.
    bool is_widened = false;

    double position_unit() const { return std::ldexp(1.0, position_exponent); }
    double velocity_unit() const { return std::ldexp(1.0, velocity_exponent); }
    // Positions are from -position_range() to position_range().
    double position_range() const { return std::ldexp(1.0, position_exponent + bits - 2); }
    double velocity_range() const { return std::ldexp(1.0, velocity_exponent + bits - 2); }
    // Returns the largest integer of the domain. If the numbers are widened, this is the domain of 32-bit integers.
    std::int64_t limit() const { return std::int64_t{1} << ((is_widened ? 32 : bits) - 2); }
    std::size_t bytes_per_number() const { return static_cast<std::size_t>(bits) / 8; }

    bool operator==(const FixedPoint&) const = default;
};

// Chooses a format for the given bodies. The ranges are powers of two. The position range is at least 16 times the
// largest coordinate. The velocity range is at least 16 times the largest velocity, and at least 16 times the circular
// velocity sqrt(M / r), where M is the total mass and r the median of the bodies' largest coordinates. 32 bits are
// chosen if they resolve half of the bodies at least as well as single precision; otherwise, for very distant or fast
// bodies, 64 bits.
FixedPoint choose_fixed_point(std::span<const Float4> positions, std::span<const Float4> velocities);

// Returns a description: "32 bits, positions to 1024 in steps of 9.5e-07, velocities to 64 in steps of 6e-08 (model
// units)". If the numbers are widened, the description begins with "64 bits (widened from 32 bits without loss)".
std::string to_text(const FixedPoint& format);

// Integer columns: each row has three integers x, y, z of format.bits bits, in the machine's byte order.
struct IntegerRows {
    FixedPoint format;
    std::vector<std::byte> positions, velocities;
};

// Rounds floats to integers. Returns an empty optional if a number is outside the range.
std::optional<IntegerRows> to_integers(std::span<const Float4> positions, std::span<const Float4> velocities,
                                       const FixedPoint& format);

// Returns true if the float columns equal the integer columns except for rounding errors.
bool represents(const IntegerRows& integers, std::span<const Float4> positions, std::span<const Float4> velocities);

}  // namespace milkomeda
