// The direct sum in which every body sums over all sources. Slices and work ranges are ranges of bodies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "compute/gravity/direct_forms.hpp"
#include "compute/gravity/partial_sums.hpp"
#include "kernels/direct/levels.h"

namespace milkomeda {
namespace {

class OneSidedSolver final : public Solver {
  public:
    OneSidedSolver(const SolverContext& context, const KernelVariant& variant, const KernelSettings& settings,
                   Results results)
        : context_{context}, variant_{variant}, settings_{settings}, results_{std::move(results)} {
        if (!results_.accelerations()) results_.accelerations = context.buffer<cl_float4>(context.bodies);
        fit_partials();
        sources_ = context.buffer<cl_float4>(round_up(context.bodies, source_multiple()));
        const cl::Program program = build();
        gather_ = cl::Kernel{program, "gather_sources"};
        accelerate_ = cl::Kernel{program, "accelerate"};
    }

    void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange& share) override {
        positions_ = cl::Buffer{positions};  // copies first: if the copy throws, positions_ keeps the old buffer
        force_ = force;
        first_body_ = next_body_ = body_at(share.first);
        last_body_ = body_at(share.last);
        if (force.with_potential && !accelerate_with_potential_)
            accelerate_with_potential_ = cl::Kernel{build(" -DPOTENTIAL"), "accelerate"};
        if (last_body_ - first_body_ < context_.bodies)  // accelerations outside of the range must be 0
            context_.queue.enqueueFillBuffer(results_.accelerations, cl_float{0}, 0,
                                             context_.bodies * sizeof(cl_float4));

        const std::size_t k = force.fraction_denominator;
        const std::size_t count =
            context_.bodies > force.fraction_phase ? (context_.bodies - force.fraction_phase + k - 1) / k : 0;
        source_count_ = round_up(count, source_multiple());
        const double weight = force.gravity * (force.unbiased ? static_cast<double>(k) : 1.0);
        if (source_count_ > 0)
            enqueue(context_.queue, gather_, source_count_, gather_group, positions_, context_.bodies, k,
                    force.fraction_phase, weight, sources_, source_count_);
    }

    double enqueue_slice(double pairs) override {
        if (next_body_ == last_body_) return 0;
        const double sources = std::max<double>(1, static_cast<double>(source_count_));
        const std::size_t wanted =
            static_cast<std::size_t>(std::clamp(pairs / sources, 1.0, static_cast<double>(last_body_ - next_body_)));
        const std::size_t end = std::min(last_body_, next_body_ + round_up(wanted, smallest_slice()));
        const std::size_t rows = end - next_body_;
        const bool in_parts = settings_.split > 1;
        cl::Kernel& kernel = force_.with_potential ? *accelerate_with_potential_ : accelerate_;
        std::size_t source = 0;
        do {
            const std::size_t source_end = std::min(source_count_, source + most_sources());
            enqueue(context_.queue, kernel,
                    cl::NDRange{round_up(rows, bodies_per_group()) / bodies_per_item(), parts()},
                    cl::NDRange{work_group(), 1}, positions_, next_body_, end, sources_, source, source_end,
                    softening_squared(force_), in_parts ? results_.partials : results_.accelerations);
            source = source_end;
        } while (source < source_count_);
        if (in_parts)
            partial_sums_->enqueue_sum(context_.queue, {results_.partials, rows, parts()},
                                       {results_.accelerations, next_body_, rows});
        next_body_ = end;
        return static_cast<double>(rows) * sources;
    }

    double done() const override {
        if (first_body_ == last_body_) return 1;
        return static_cast<double>(next_body_ - first_body_) / static_cast<double>(last_body_ - first_body_);
    }
    const cl::Buffer& accelerations() const override { return results_.accelerations; }
    KernelChoice kernel() const override { return {&variant_, settings_}; }
    std::string description() const override { return fmt::format("direct, {}", to_string(kernel())); }

  private:
    std::size_t work_group() const { return std::max(1u, settings_.work_group); }
    std::size_t parts() const { return std::max(1u, settings_.split); }
    std::size_t bodies_per_item() const {
        return std::size_t{std::max(1u, settings_.per_item)} * std::max(1u, settings_.width);
    }
    std::size_t bodies_per_group() const { return work_group() * bodies_per_item(); }
    std::size_t source_multiple() const { return settings_.width > 0 ? RUN : work_group(); }

    // Returns the maximum number of sources per launch. Mesa's CPU driver ends loops after 65,535 iterations without
    // reporting an error.
    std::size_t most_sources() const {
        return is_mesa_cpu(context_.device) ? round_up(16384, source_multiple())
                                            : std::numeric_limits<std::size_t>::max() / 2;
    }

    // Returns the smallest slice in bodies: one work-group for every compute unit.
    std::size_t smallest_slice() const {
        const std::size_t units = handle_of(context_.device).getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
        return bodies_per_group() * ((units + parts() - 1) / parts());
    }

    std::size_t body_at(double share) const {
        return static_cast<std::size_t>(std::llround(share * static_cast<double>(context_.bodies)));
    }

    // Reduces the number of parts into which the sources are divided, if memory is too small for the partial sums of
    // all parts.
    void fit_partials() {
        if (parts() == 1) return;
        const std::size_t capacity = results_.partials()
                                         ? results_.partial_rows
                                         : most_partial_bytes(context_.device, context_.bodies) / sizeof(cl_float4);
        settings_.split = static_cast<unsigned>(std::clamp<std::size_t>(capacity / context_.bodies, 1, parts()));
        if (parts() > 1 && !results_.partials())
            results_.partials = context_.buffer<cl_float4>(parts() * context_.bodies);
        if (settings_.split > 1) partial_sums_.emplace(context_, settings_.split);
    }

    cl::Program build(const char* more = "") const {
        return context_.build({std::string{variant_.source}, "kernels/direct/sources.cl"},
                              build_options(settings_) + more);
    }

    SolverContext context_;
    const KernelVariant& variant_;
    KernelSettings settings_;
    Results results_;
    cl::Buffer positions_;
    cl::Buffer sources_;
    cl::Kernel gather_;
    cl::Kernel accelerate_;
    std::optional<cl::Kernel> accelerate_with_potential_;  // built when a potential is first requested
    std::optional<PartialSums> partial_sums_;
    ForceSpec force_;
    std::size_t source_count_ = 0;
    std::size_t first_body_ = 0, next_body_ = 0, last_body_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_one_sided_solver(const SolverContext& context, const KernelVariant& variant,
                                              const KernelSettings& settings, Results results) {
    return std::make_unique<OneSidedSolver>(context, variant, settings, std::move(results));
}

}  // namespace milkomeda
