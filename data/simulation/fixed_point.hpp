// Fixed-point positions and velocities of the reversible mode: resolution and range of the integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// The integer n stands for n * 2^exponent in model units. The range uses half of the integers; the other half
// is headroom for bodies that have just left the range.
struct FixedPoint {
    int bits = 32;  // 32 or 64
    int position_exponent = 0, velocity_exponent = 0;

    double position_unit() const;
    double velocity_unit() const;
    double position_range() const;  // Positions lie between -range and range.
    double velocity_range() const;
    std::int64_t limit() const { return std::int64_t{1} << (bits - 2); }
    std::size_t bytes_per_number() const { return static_cast<std::size_t>(bits) / 8; }

    bool operator==(const FixedPoint&) const = default;
};

// Chooses a format for these bodies. The ranges are powers of two of at least 16 times the largest coordinate
// and the largest velocity (or the circular velocity in the middle, if larger). 32 bits are chosen if their
// resolution is at least that of single precision for half of the bodies; otherwise, with very distant or
// fast bodies, 64 bits.
FixedPoint choose_fixed_point(std::span<const Float4> positions, std::span<const Float4> velocities);

// Description: "32 bits, positions to 1024 in steps of 9.5e-07, velocities to 64 in steps of 6e-08".
std::string to_text(const FixedPoint& format);

// Integer rows: three integers x, y, z of format.bits bits per row, in the machine's byte order.
struct IntegerRows {
    FixedPoint format;
    std::vector<std::byte> positions, velocities;
};

// Rounds to integers; returns an empty optional if a number lies outside the range.
std::optional<IntegerRows> to_integers(std::span<const Float4> positions, std::span<const Float4> velocities,
                                       const FixedPoint& format);

// Returns true if the float rows equal the integers rounded to single precision.
bool represents(const IntegerRows& integers, std::span<const Float4> positions,
                std::span<const Float4> velocities);

}  // namespace milkomeda
