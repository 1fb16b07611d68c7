// Random numbers that are identical with every C++ standard library, unlike the distributions of <random>.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace milkomeda {

// Random number generator SplitMix64 (Steele, Lea & Flood 2014, OOPSLA, fig. 17). With the same seed, different values
// of `stream` give independent streams.
class Random {
  public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(mixed(mixed(seed) + stream)) {}

    // Returns an independent stream for a body. The random numbers of a body then do not depend on the thread that
    // processes the body.
    Random of(std::uint64_t body) const { return Random(state_, body); }

    std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15); }

    // Returns a uniformly distributed number in the open interval (0, 1).
    double uniform() { return (static_cast<double>(next() >> 12) + 0.5) * 0x1p-52; }

    // Returns a uniformly distributed integer in 0 ... n-1 without bias, by Lemire's multiplication method
    // (2019, ACM TOMACS 29, 3).
    std::uint32_t below(std::uint32_t n) {
        for (const std::uint32_t unfair = (0 - n) % n;;) {
            const std::uint64_t product = (next() >> 32) * n;
            if (static_cast<std::uint32_t>(product) >= unfair) return static_cast<std::uint32_t>(product >> 32);
        }
    }

    // Returns a normally distributed number with mean 0 and standard deviation 1 (Box & Muller 1958).
    double normal() {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

  private:
    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

}  // namespace milkomeda
