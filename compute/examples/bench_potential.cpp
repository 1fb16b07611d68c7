#include "compute/examples/bench_potential.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <stdexcept>

#include "compute/bench/bench_clock.hpp"
#include "compute/device/opencl_error.hpp"
#include "compute/device/program.hpp"
#include "compute/potential/potential_sum.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr double everything = std::numeric_limits<double>::infinity();

struct PotentialContext {
    const Device& device;
    const ReadAsset& read;
    cl::Context context{handle_of(device)};
    BenchClock clock{context, device};
    DeviceTraits traits{device};
};

// Measures the largest rate that the arithmetic allows, without memory access (kernels/potential/ceiling.cl).
class PotentialCeiling {
  public:
    explicit PotentialCeiling(PotentialContext& context) : context_{context} {}

    // Measures the ceiling and returns the highest rate of all calls. Should be called several times, so that
    // a short disturbance of the machine does not lower the ceiling. The first call tries several numbers of
    // points per work-item. Throws cl::Error if no kernel runs.
    double measure() {
        for (const unsigned per_item : best_ > 0 ? std::vector{best_} : std::vector{2u, 4u, 8u}) {
            const double rate = rate_with(per_item).value_or(0);
            if (rate > found_) best_ = per_item;
            found_ = std::max(found_, rate);
        }
        if (found_ == 0) std::rethrow_exception(failure_);
        return found_;
    }

  private:
    std::optional<double> rate_with(unsigned per_item) try {
        constexpr std::size_t steps_per_turn = 16;
        constexpr double timed_seconds = 0.015;
        const bool vectors = context_.traits.wants_vectors;
        const std::size_t width = vectors ? context_.traits.vector_width : 1, group = vectors ? 1 : 128;
        const std::size_t items = context_.traits.compute_units * (vectors ? 16 : context_.traits.is_cpu ? 128 : 4096);
        cl::Kernel kernel{
            build_program(context_.context, context_.device, context_.read, {"kernels/potential/ceiling.cl"},
                          "-DWIDTH=" + std::to_string(width) + " -DUNROLLX=" + std::to_string(per_item) +
                              " -DSTEPS_PER_TURN=" + std::to_string(steps_per_turn)),
            "ceiling"};
        const cl::Buffer out{context_.context, CL_MEM_WRITE_ONLY, items * width * sizeof(cl_float)};
        const auto run = [&](cl_uint turns) {
            return [this, &kernel, &out, items, group, turns] {
                enqueue(context_.clock.queue(), kernel, items, group, turns, cl_float{1e-3f}, cl_float{1}, out);
            };
        };
        context_.clock.time(run(1), 1);
        const double first = context_.clock.time(run(64), 1);
        const auto turns = static_cast<cl_uint>(std::clamp(64 * timed_seconds / first, 4.0, 1e6));
        context_.clock.choose(run(turns));
        const double seconds = context_.clock.least(run(turns), 0.1);
        return static_cast<double>(items * width * per_item * steps_per_turn) * turns / seconds;
    } catch (const cl::Error&) {  // for example, the kernel needs too many registers
        failure_ = std::current_exception();
        return std::nullopt;
    }

    PotentialContext& context_;
    unsigned best_ = 0;
    double found_ = 0;
    std::exception_ptr failure_;  // error of the last kernel that did not run
};

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
    FormBench(PotentialContext& context, const PotentialProblem& problem, const cl::Buffer& bodies)
        : context_{context}, problem_{problem}, bodies_{bodies}, exact_{problem} {}

    // Times each setting of a form briefly, and the fastest setting for longer. If no setting runs, throws
    // the first setting's error, for example because the kernel does not build.
    PotentialTime time(const PotentialForm& form) {
        constexpr double seconds_each = 0.03, seconds_of_best = 0.3;
        std::optional<PotentialTime> best;
        std::exception_ptr failure;
        for (const KernelSettings& settings : form.settings(context_.traits)) try {
                PotentialTime found = time({&form, settings}, seconds_each);
                if (!best || found.per_second > best->per_second) best = found;
                // on a device that is not the form's target, one setting is enough for a comparison
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
        PotentialSum sum{context_.context, context_.device, context_.clock.queue(), context_.read, choice};
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
        // Uses the shortest timing, as for the ceiling, because other programs can only slow a timing down.
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
            throw std::runtime_error("potential " + std::string{candidate.choice.form->name} + ": the map is wrong");
        return best;
    }

    PotentialContext& context_;
    const PotentialProblem& problem_;
    const cl::Buffer& bodies_;
    ExactPotentials exact_;
};

}  // namespace

PotentialReport bench_potential(const Device& device, const ReadAsset& read, const PotentialProblem& problem,
                                const std::function<void(double share)>& progress) {
    PotentialContext context{device, read};
    cl::Buffer bodies{context.context, CL_MEM_READ_ONLY, problem.bodies.size_bytes()};
    context.clock.queue().enqueueWriteBuffer(bodies, CL_TRUE, 0, problem.bodies.size_bytes(), problem.bodies.data());
    PotentialCeiling ceiling{context};
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
    context.clock.queue().finish();  // throws if the device is lost
    report.ceiling = ceiling.measure();
    if (report.times.empty() && failure) std::rethrow_exception(failure);
    return report;
}

}  // namespace milkomeda
