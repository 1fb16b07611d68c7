#include "compute/examples/bench_potential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <stdexcept>

#include "compute/bench/bench_ceiling.hpp"
#include "compute/device/opencl_error.hpp"
#include "compute/potential/potential_sum.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr double everything = std::numeric_limits<double>::infinity();

// Reference potentials at evenly sampled lattice points, in double precision.
class ExactPotentials {
  public:
    explicit ExactPotentials(const PotentialProblem& problem) {
        constexpr std::size_t most_samples = 256;
        const Lattice& lattice = problem.lattice;
        const std::size_t stride = lattice.points() / most_samples + 1;
        for (std::size_t at = stride / 2; at < lattice.points(); at += stride) {
            const std::size_t row = at / lattice.counts[0];
            const glm::dvec3 p =
                lattice.point(at % lattice.counts[0], row % lattice.counts[1], row / lattice.counts[1]);
            double sum = 0;
            for (const Float4& body : problem.bodies) {
                const glm::dvec3 d = glm::dvec3{body.x, body.y, body.z} - p;
                sum -= problem.gravity * body.w / std::sqrt(glm::dot(d, d) + problem.softening * problem.softening);
            }
            at_.push_back(at);
            expected_.push_back(sum);
        }
    }

    double rms_error(const std::vector<float>& found) const {
        double difference = 0, size = 0;
        for (std::size_t i = 0; i < at_.size(); ++i) {
            difference += std::pow(found[at_[i]] - expected_[i], 2);
            size += expected_[i] * expected_[i];
        }
        return std::sqrt(difference / size);
    }

  private:
    std::vector<std::size_t> at_;
    std::vector<double> expected_;
};

class FormBench {
  public:
    FormBench(BenchContext& context, const PotentialProblem& problem, const cl::Buffer& bodies)
        : context_{context}, problem_{problem}, bodies_{bodies}, exact_{problem} {}

    // Times a kernel form with each of its settings for a short time, and with the fastest settings for a longer time.
    // If the kernel fails with all of its settings, throws the error of the first settings.
    PotentialTime time(const PotentialForm& form) {
        constexpr double seconds_each = 0.03, seconds_of_best = 0.3;
        std::optional<PotentialTime> best;
        std::exception_ptr failure;
        for (const KernelSettings& settings : form.settings(context_.traits)) try {
                PotentialTime found = time({&form, settings}, seconds_each);
                if (!best || found.per_second > best->per_second) best = found;
                // A form that is not made for this device is only measured for comparison, so its first settings are
                // enough.
                if (!form.target->is_made_for(context_.traits)) break;
            } catch (const std::exception& error) {
                if (!is_device_trouble(error)) throw;
                if (!failure) failure = std::current_exception();
            }
        if (!best) std::rethrow_exception(failure);
        return check(*best, seconds_of_best);
    }

  private:
    PotentialSum sum_of(const PotentialChoice& choice) {
        PotentialSum sum{context_, choice};
        sum.begin(bodies_, problem_.bodies.size(), problem_.lattice, problem_.gravity, problem_.softening);
        return sum;
    }

    // Times a sum over the lattice. A sum longer than 0.25 s is timed on a part of the lattice.
    PotentialTime time(const PotentialChoice& choice, double seconds) {
        constexpr double probed = 1e6, longest = 0.25;
        PotentialSum sum = sum_of(choice);
        const auto enqueue = [&](double evaluations) {
            return [&sum, evaluations] {
                sum.restart();
                sum.enqueue_slice(evaluations);
            };
        };
        context_.clock.time(enqueue(probed), 1);  // warm-up: drivers compile at the first run
        context_.clock.choose(enqueue(probed));
        const double probe = context_.clock.time(enqueue(probed), 1) / sum.done();
        const double share = std::min(1.0, longest / probe);
        const double evaluations = share < 1 ? share * sum.evaluations() : everything;
        PotentialTime found{.choice = choice, .operations = operations_of(choice)};
        // Uses the shortest timing, because other programs on the machine can only make a timing longer.
        // PotentialReport::ceiling is also measured as the shortest timing.
        const double measured = context_.clock.least(enqueue(evaluations), seconds);
        found.part = sum.done();
        found.seconds = measured / found.part;
        found.per_second = sum.evaluations() / found.seconds;
        return found;
    }

    // Times the candidate for `seconds` and checks its result. Throws std::runtime_error if the map is wrong.
    PotentialTime check(const PotentialTime& candidate, double seconds) {
        constexpr double tolerance = 1e-5;
        PotentialTime best = time(candidate.choice, seconds);
        PotentialSum sum = sum_of(candidate.choice);
        sum.enqueue_slice(everything);
        best.rms_error = exact_.rms_error(sum.read());
        if (!(best.rms_error < tolerance))
            throw std::runtime_error(fmt::format("potential kernel {}: the map differs from a map in double precision",
                                                 candidate.choice.form->name));
        return best;
    }

    BenchContext& context_;
    const PotentialProblem& problem_;
    const cl::Buffer& bodies_;
    ExactPotentials exact_;
};

}  // namespace

PotentialReport bench_potential(const Device& device, const ReadAsset& read, const PotentialProblem& problem,
                                const std::function<void(double share)>& progress) {
    BenchContext context{device, read};
    const auto bodies = context.buffer<Float4>(problem.bodies.size());
    context.queue.enqueueWriteBuffer(bodies, CL_TRUE, 0, problem.bodies.size_bytes(), problem.bodies.data());
    CeilingBench ceiling{context, "kernels/potential/ceiling.cl", {2, 4, 8}};
    FormBench bench{context, problem, bodies};
    PotentialReport report;
    std::exception_ptr failure;
    std::size_t forms = 0;
    for (const PotentialForm& form : potential_forms()) {
        report.ceiling = ceiling.measure();
        if (form.target->runs_on(context.traits)) try {
                report.times.push_back(bench.time(form));
            } catch (const std::exception& error) {
                if (!is_device_trouble(error)) throw;
                report.left_out.push_back({&form, split(in_words(error), '\n').front()});
                if (!failure) failure = std::current_exception();
            }
        progress(static_cast<double>(++forms) / static_cast<double>(potential_forms().size()));
    }
    context.queue.finish();  // throws if the device is lost
    report.ceiling = ceiling.measure();
    if (report.times.empty() && failure) std::rethrow_exception(failure);
    return report;
}

}  // namespace milkomeda
