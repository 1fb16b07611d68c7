// The mean force of the approximation fraction over all source subsets must be the exact force. The force error meter
// must find the errors of single subsets.
#include <doctest/doctest.h>

#include <cmath>

#include "compute/errors/force_error_meter.hpp"
#include "compute/gravity/direct_solver.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr double fraction_softening = 0.05;

// Computes force sums over each of the k subsets of the sources on one device.
class Subsets {
  public:
    Subsets(const Device& device, const ParticleSet& bodies)
        : context_{copied(device)},
          queue_{*context_.context, handle_of(device)},
          particles_{context_, queue_, {}, {}, bodies.size()},
          solver_{make_direct_solver({{*context_.context, device, queue_, built_in_kernels()}, bodies.size()}, {})},
          meter_{{*context_.context, device, queue_, built_in_kernels()}} {
        particles_.write(bodies.positions, bodies.velocities);
    }
    ~Subsets() { queue_.finish(); }
    Subsets(const Subsets&) = delete;
    Subsets& operator=(const Subsets&) = delete;

    static ForceSpec force(unsigned k, unsigned phase, bool unbiased) {
        return {
            .softening = fraction_softening, .fraction_denominator = k, .fraction_phase = phase, .unbiased = unbiased};
    }

    std::vector<Float4> sum(const ForceSpec& force) {
        solver_->begin(particles_.positions(), force);
        while (solver_->done() < 1) solver_->enqueue_slice(1e9);
        std::vector<Float4> rows(particles_.size());
        queue_.enqueueReadBuffer(solver_->accelerations(), CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
        return rows;
    }

    // Returns the errors of the latest force sum, which the force error meter measures on its sampled bodies.
    ForceErrors errors(const ForceSpec& force) {
        meter_.restart();
        const auto asks = static_cast<long>(ForceErrorMeter::samples / ForceErrorMeter::some);
        for (long position = 0; position <= asks; ++position) {
            meter_.begin(ForceErrorMeter::some, position);
            meter_.enqueue_slice(particles_, solver_->accelerations(), force, 1e30);
        }
        return meter_.errors().value();
    }

  private:
    DeviceContext context_;
    cl::CommandQueue queue_;
    ParticleBuffers particles_;
    std::unique_ptr<Solver> solver_;
    ForceErrorMeter meter_;
};

struct Exact {
    std::vector<Field> field;
    double rms = 0;

    explicit Exact(const ParticleSet& bodies) : field{direct_field(bodies.positions, fraction_softening)} {
        for (const Field& f : field) rms += square(f.acceleration);
        rms = std::sqrt(rms / static_cast<double>(field.size()));
    }
    static double square(const Vec3d& a) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; }

    // Returns the force error |a - exact| of every body.
    std::vector<double> errors_of(const std::vector<Float4>& found) const {
        std::vector<double> sizes;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const Vec3d& a = field[i].acceleration;
            sizes.push_back(std::sqrt(square({found[i].x - a[0], found[i].y - a[1], found[i].z - a[2]})));
        }
        return sizes;
    }
};

// Checks that a percentile measured on a sample lies between two order statistics of all bodies. Bodies are drawn
// independently with equal probability, so the number of sampled bodies below the percentile p is binomial. For n
// sampled bodies, its mean is n p, and its standard deviation is sqrt(n p (1 - p)). A limit of five standard deviations
// fails by chance with a probability of one in a million (David and Nagaraja 2003, section 7.1). The random numbers are
// identical in every run.
void check_percentile(double found, double p, std::size_t sample, std::vector<double>& all) {
    // `rounding` is the relative uncertainty that the rounding of float sums causes in force errors of about 0.1.
    constexpr double deviations = 5, rounding = 1e-5;
    std::ranges::sort(all);
    const double width = deviations * std::sqrt(p * (1 - p) / static_cast<double>(sample)) +
                         // Neighboring order statistics of the sample are 1 / sample apart in p.
                         1 / static_cast<double>(sample);
    const auto at = [&](double q) {
        const double last = static_cast<double>(all.size() - 1);
        return all[static_cast<std::size_t>(std::clamp(q, 0.0, 1.0) * last)];
    };
    CAPTURE(p);
    CHECK(found >= at(p - width) * (1 - rounding));
    CHECK(found <= at(p + width) * (1 + rounding));
}

}  // namespace

TEST_CASE("with the approximation fraction 1/k, the mean of the forces of all k subsets of bodies is the exact force") {
    // This number of bodies is not a multiple of any k, so that the sizes of subsets differ by one.
    const ParticleSet bodies = scattered_bodies(3001);
    const Exact exact{bodies};
    on_every_device([&](const Device& device) {
        Subsets subsets{device, bodies};
        for (const unsigned k : {2u, 4u, 8u, 16u}) {
            for (const bool unbiased : {true, false}) {
                CAPTURE(k);
                CAPTURE(unbiased);
                std::vector<Vec3d> sum(bodies.size());
                double least_error = 1e300;
                for (unsigned phase = 0; phase < k; ++phase) {
                    const std::vector<Float4> part = subsets.sum(Subsets::force(k, phase, unbiased));
                    for (std::size_t i = 0; i < part.size(); ++i) {
                        sum[i][0] += part[i].x, sum[i][1] += part[i].y, sum[i][2] += part[i].z;
                    }
                    double squares = 0;
                    for (const double size : exact.errors_of(part)) squares += size * size;
                    least_error =
                        std::min(least_error, std::sqrt(squares / static_cast<double>(bodies.size())) / exact.rms);
                }
                // Without rescaling, each subset gives about 1/k of the force, so the subset forces are added. Rescaled
                // forces are averaged.
                const double weight = unbiased ? 1.0 / k : 1;
                double squares = 0;
                for (std::size_t i = 0; i < sum.size(); ++i)
                    for (int axis = 0; axis < 3; ++axis)
                        squares += std::pow(weight * sum[i][axis] - exact.field[i].acceleration[axis], 2);
                const double rms = std::sqrt(squares / static_cast<double>(sum.size())) / exact.rms;
                // Short partial sums of a thousand float terms have an error of about 2^-24 (6e-8) of the sum of the
                // terms' absolute values. That sum is a few times as large as the force, because the terms point in all
                // directions.
                CHECK(rms < 1e-6);
                // The force of a single subset differs clearly from the exact force.
                CHECK(least_error > 0.05);
            }
        }
    });
}

TEST_CASE("the force error meter's percentiles agree with the percentiles of all bodies within sampling error") {
    const ParticleSet bodies = scattered_bodies(3000);
    const Exact exact{bodies};
    on_every_device([&](const Device& device) {
        Subsets subsets{device, bodies};
        for (const unsigned k : {2u, 8u, 16u}) {
            CAPTURE(k);
            const ForceSpec force = Subsets::force(k, k - 1, true);
            std::vector<double> sizes = exact.errors_of(subsets.sum(force)), relative;
            for (std::size_t i = 0; i < sizes.size(); ++i)
                relative.push_back(sizes[i] / std::sqrt(Exact::square(exact.field[i].acceleration)));
            const ForceErrors errors = subsets.errors(force);
            REQUIRE(errors.bodies == ForceErrorMeter::samples);
            check_percentile(errors.relative.p50, 0.5, errors.bodies, relative);
            check_percentile(errors.relative.p90, 0.9, errors.bodies, relative);
            check_percentile(errors.relative.p99, 0.99, errors.bodies, relative);
            CHECK(errors.relative.most <= relative.back() * 1.00001);

            // Standard error of the mean square acceleration of n sampled bodies: sqrt((<a^4> - <a^2>^2) / n).
            double fourths = 0;
            for (const Field& f : exact.field) fourths += std::pow(Exact::square(f.acceleration), 2);
            const double mean_fourth = fourths / static_cast<double>(bodies.size());
            const double deviation = std::sqrt((mean_fourth - std::pow(exact.rms, 4)) / double(errors.bodies));
            CHECK(std::abs(std::pow(double{errors.rms_acceleration}, 2) - exact.rms * exact.rms) < 5 * deviation);
            check_percentile(errors.to_rms.p50 * double{errors.rms_acceleration}, 0.5, errors.bodies, sizes);
            check_percentile(errors.to_rms.p99 * double{errors.rms_acceleration}, 0.99, errors.bodies, sizes);
        }
    });
}
