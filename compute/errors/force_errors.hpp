// How exact a solver's forces are, found on a sample of the bodies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace milkomeda {

// Of one body, in model units.
struct ErrorSample {
    float error = 0;   // |a - direct|
    float direct = 0;  // |direct|
};

// How many errors lie in each piece of a logarithmic axis. What is smaller or larger than the axis is in its
// outer pieces, and what is zero in the first.
struct ErrorHistogram {
    static constexpr int least_decade = -8, most_decade = 2, per_decade = 5;
    static constexpr std::size_t size = (most_decade - least_decade) * per_decade;
    std::array<std::uint16_t, size> counts{};

    static double edge(std::size_t piece);  // where it begins; edge(size) is the axis' end
};

struct ErrorDistribution {
    float p50 = 0, p90 = 0, p99 = 0, most = 0;  // percentiles, and the largest
    ErrorHistogram histogram{};
};

struct ForceErrors {
    std::size_t bodies = 0;      // in the sample
    ErrorDistribution relative;  // |a - direct| / |direct|; 0 where there is no force to be exact about
    ErrorDistribution to_rms;    // |a - direct| / rms |direct|
    float rms_acceleration = 0;  // rms |direct|
    double cost = 0;             // of measuring them: a share of the time that steps take
};

// Of at least one body.
ErrorDistribution distribution(std::span<float> errors);  // sorts them
ForceErrors summarize(std::span<const ErrorSample> samples);

// A line for people.
std::string to_text(const ForceErrors& errors);

}  // namespace milkomeda
