// Statistics of a solver's force errors on a sample of bodies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace milkomeda {

// Error of the acceleration of one body, in model units.
struct ErrorSample {
    float error = 0;   // |a - a_direct|
    float direct = 0;  // |a_direct|
};

// Histogram of errors with logarithmic bins. Errors outside of the range are counted in the first or the last
// bin, and an error of 0 in the first bin.
struct ErrorHistogram {
    static constexpr int least_decade = -8, most_decade = 2, per_decade = 5;
    static constexpr std::size_t size = (most_decade - least_decade) * per_decade;
    std::array<std::uint16_t, size> counts{};

    // Returns the lower edge of a bin; edge(size) is the upper end of the range.
    static double edge(std::size_t bin);
};

struct ErrorDistribution {
    float p50 = 0, p90 = 0, p99 = 0, most = 0;  // percentiles (50th, 90th, 99th) and maximum of the errors
    ErrorHistogram histogram{};
};

struct ForceErrors {
    std::size_t bodies = 0;      // number of bodies in the sample
    ErrorDistribution relative;  // |a - a_direct| / |a_direct|; 0 for bodies with a_direct = 0
    ErrorDistribution to_rms;    // |a - a_direct| / rms |a_direct|
    float rms_acceleration = 0;  // rms |a_direct| in model units
    double cost = 0;             // fraction of the run's wall-clock time that the measurements took, 0 to 1
};

// Returns percentiles, maximum and histogram of `errors`, which must not be empty. Sorts `errors`.
ErrorDistribution distribution(std::span<float> errors);
ForceErrors summarize(std::span<const ErrorSample> samples);

// Returns the row of the body that is sampled as number `number` of all samples. Consecutive numbers give scattered
// rows. Equal to the choice of the device (kernels/step/sampled_bodies.h).
std::size_t sampled_row(std::uint32_t number, std::size_t bodies);

// Formats the errors as one line of text for the user.
std::string to_text(const ForceErrors& errors);

}  // namespace milkomeda
