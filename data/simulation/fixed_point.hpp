// Positions and velocities as integers, for steps that can be undone: how fine they are, and how far they
// reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// An integer n stands for n 2^exponent, in model units. Half of the integers are the range; the others are
// where a body is that has just left it.
struct FixedPoint {
    int bits = 32;  // or 64
    int position_exponent = 0, velocity_exponent = 0;

    double position_unit() const;
    double velocity_unit() const;
    double position_range() const;  // -range to range
    double velocity_range() const;
    std::int64_t limit() const { return std::int64_t{1} << (bits - 2); }
    std::size_t bytes_per_number() const { return static_cast<std::size_t>(bits) / 8; }

    bool operator==(const FixedPoint&) const = default;
};

// For bodies like these. The ranges are powers of two of at least 16 times the largest coordinate and the
// largest velocity (the circular one in the middle, where that is larger). 32 bits do if their units are no
// coarser than single precision is for half of the bodies; else, for a body far away or in a hurry, it
// takes 64.
FixedPoint choose_fixed_point(std::span<const Float4> positions, std::span<const Float4> velocities);

// In words: "32 bits, positions to 1024 in steps of 9.5e-07, velocities to 64 in steps of 6e-08".
std::string to_text(const FixedPoint& format);

// Rows as integers, three for each, x y z, of format.bits each, in this machine's order of bytes.
struct IntegerRows {
    FixedPoint format;
    std::vector<std::byte> positions, velocities;
};

// Rounds; empty where a number lies beyond the range.
std::optional<IntegerRows> to_integers(std::span<const Float4> positions, std::span<const Float4> velocities,
                                       const FixedPoint& format);

// Are these rows what the integers stand for, as single precision rounds it?
bool represents(const IntegerRows& integers, std::span<const Float4> positions,
               std::span<const Float4> velocities);

}  // namespace milkomeda
