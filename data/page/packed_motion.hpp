// Positions of all bodies at many moments, packed for a web page (docs/page.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Quantization of positions: a coordinate is origin + step * number, with a number of 16 bits. A body farther away than
// largest_number steps stays at the edge of this cube.
struct PositionGrid {
    glm::dvec3 origin{0};
    double step = 1;

    static constexpr std::int32_t largest_number = 32767;
    // Returns the number of a coordinate `x` of axis `axis`.
    std::int16_t number_of(double x, int axis) const;
};

// Collects the quantized positions of a run and packs them. Each body's coordinates, relative to the center of its
// galaxy, are predicted from the preceding moments by a linear recurrence whose coefficients are fitted to the body (as
// in lossless audio compression), because orbits nearly repeat. The page contains the small differences between
// coordinates and predictions. Where the motion between two moments is so fast that interpolation errs by more than a
// step, the coordinates are rounded to multiples of several steps.
class MotionPacker {
  public:
    // `galaxy_of` gives, for each body, the index of its center in the centers that add() receives.
    MotionPacker(const PositionGrid& grid, std::vector<std::uint16_t> galaxy_of);

    // Adds a moment. `positions` has one row per body.
    void add(std::span<const Float4> positions, std::span<const glm::vec3> centers);

    std::size_t moments() const { return moments_; }
    // Returns the packed positions, before deflated(): the numbers of the centers, the order of the bodies, and for
    // each body in this order the multiple, the coefficients and the differences. assets/page/motion.js unpacks the
    // bytes.
    std::string packed() const;
    // Returns the number of steps to whose multiples the coordinates of a body are rounded. The root of the mean square
    // of this rounding error is about the error of interpolation between the moments, but at least that of one step.
    int multiple(std::size_t body) const;

    // The coefficients are integers in units of 1 / coefficient_scale.
    static constexpr std::size_t order = 3;
    static constexpr int coefficient_scale = 4096;

  private:
    struct Prediction;
    std::vector<std::int32_t> relative(std::size_t body, int axis) const;
    Prediction predicted(std::size_t body) const;

    PositionGrid grid_;
    std::vector<std::uint16_t> galaxy_of_;
    std::size_t moments_ = 0, galaxies_ = 0;
    std::vector<std::int16_t> numbers_;  // three for each body, moment after moment
    std::vector<std::int16_t> centers_;  // three for each galaxy, moment after moment
};

// Returns the bytes of all moments, packed for deflated(). `moments` holds one string per moment, each with `channels`
// bytes per body. The result holds the differences to the preceding moment, channel after channel, and in a channel
// body after body.
std::string packed_attributes(std::span<const std::string> moments, std::size_t channels);

}  // namespace milkomeda
