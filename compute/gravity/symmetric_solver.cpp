// The direct sum with Newton's third law: each pair is computed once, and the result is applied to the two bodies of
// the pair. The bodies form blocks on a ring. Each slice, and each of several devices, computes the pairs of blocks
// whose distance along the ring is in a certain range (kernels/direct/ring.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "compute/gravity/direct_forms.hpp"
#include "compute/gravity/partial_sums.hpp"

namespace milkomeda {
namespace {

// Division of the bodies into blocks, which form a ring, and of the block distances into chunks. A chunk is a range of
// block distances whose partial sums are in memory at one time (kernels/direct/ring.h).
struct Ring {
    std::size_t block;   // bodies per block
    std::size_t blocks;  // number of blocks; the last block is padded with very distant bodies
    std::size_t chunk;   // number of block distances per chunk
    std::size_t row_bytes;

    std::size_t rows() const { return block * blocks; }
    std::size_t distances() const { return blocks / 2 + 1; }
    std::size_t slots(std::size_t first, std::size_t last) const {
        return 2 * (last - first) - (first == 0) - (2 * (last - 1) == blocks);
    }
};

class SymmetricSolver final : public Solver {
  public:
    SymmetricSolver(const SolverContext& context, const KernelVariant& variant, const KernelSettings& settings,
                    const Ring& ring)
        : context_{context}, variant_{variant}, settings_{settings}, ring_{ring} {
        const cl::Program program =
            context.build({std::string{variant.source}, "kernels/direct/sources.cl"}, build_options(settings));
        accelerate_pairs_ = cl::Kernel{program, "accelerate_pairs"};
        const std::size_t slots = 2 * ring.chunk;
        if (in_columns()) {
            add_columns_ = cl::Kernel{program, "add_partials"};
            gather_columns_ = cl::Kernel{program, "gather_columns"};
            columns_ = context.buffer<cl_float4>(ring.rows());
        } else {
            partial_sums_.emplace(context, ring.slots(0, ring.chunk));
        }
        const std::size_t partial_bytes = slots * ring.rows() * ring.row_bytes;
        results_.accelerations = context.buffer<cl_float4>(context.bodies);
        results_.partials = context.buffer<std::byte>(partial_bytes);
        results_.partial_rows = partial_bytes / sizeof(cl_float4);
    }

    void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange& share) override {
        uses_one_sided_ = force.fraction_denominator > 1 || force.with_potential;
        if (uses_one_sided_) return one_sided().begin(positions, force, share);
        positions_ = cl::Buffer{positions};  // copies first: if the copy throws, positions_ keeps the old buffer
        force_ = force;
        first_ = next_ = distance_at(share.first);
        last_ = distance_at(share.last);
        if (first_ == last_)
            context_.queue.enqueueFillBuffer(results_.accelerations, cl_float{0}, 0,
                                             context_.bodies * sizeof(cl_float4));
        else if (in_columns())
            enqueue(context_.queue, gather_columns_, ring_.rows(), gather_group, positions_, context_.bodies, columns_,
                    ring_.rows());
    }

    double enqueue_slice(double pairs) override {
        if (uses_one_sided_) return one_sided_->enqueue_slice(pairs);
        if (next_ == last_) return 0;
        const double bodies = static_cast<double>(context_.bodies);
        const double pairs_per_distance = bodies * bodies / static_cast<double>(ring_.distances());
        const std::size_t begun = next_;
        const double wanted =
            std::min(std::max(pairs / pairs_per_distance, double(smallest_slice())), double(last_ - next_));
        const std::size_t end = next_ + static_cast<std::size_t>(wanted);
        while (next_ < end) {
            const std::size_t chunk_first = next_ - (next_ - first_) % ring_.chunk;
            const std::size_t chunk_last = std::min(chunk_first + ring_.chunk, last_);
            enqueue_pairs(chunk_first, chunk_last, std::min(end, chunk_last));
            if (next_ == chunk_last) enqueue_sum(chunk_first, chunk_last);
        }
        return static_cast<double>(next_ - begun) * pairs_per_distance;
    }

    double done() const override {
        if (uses_one_sided_) return one_sided_->done();
        if (first_ == last_) return 1;
        return static_cast<double>(next_ - first_) / static_cast<double>(last_ - first_);
    }
    const cl::Buffer& accelerations() const override { return results_.accelerations; }
    KernelChoice kernel() const override { return {&variant_, settings_}; }
    std::string description() const override { return fmt::format("direct, {}", to_string(kernel())); }

  private:
    bool in_columns() const { return settings_.width > 0; }
    std::size_t work_group() const { return std::max(1u, settings_.work_group); }

    // Returns the number of block distances in the smallest slice. The slice gives every compute unit at least one
    // work-group if the kernel uses vectors, and at least four work-groups otherwise.
    std::size_t smallest_slice() const {
        const std::size_t units = handle_of(context_.device).getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
        const std::size_t groups = units * (in_columns() ? 1 : 4);
        return (groups + ring_.blocks - 1) / ring_.blocks;
    }

    std::size_t distance_at(double share) const {
        return static_cast<std::size_t>(std::llround(share * static_cast<double>(ring_.distances())));
    }

    // Enqueues all pairs of blocks at the distances next_ to `end` - 1, which must belong to one chunk.
    void enqueue_pairs(std::size_t chunk_first, std::size_t chunk_last, std::size_t end) {
        enqueue(context_.queue, accelerate_pairs_, cl::NDRange{ring_.blocks * work_group(), end - next_},
                cl::NDRange{work_group(), 1}, in_columns() ? columns_ : positions_,
                in_columns() ? ring_.rows() : context_.bodies, ring_.blocks, next_, chunk_first,
                chunk_last - chunk_first, softening_squared(force_), results_.partials);
        next_ = end;
    }

    void enqueue_sum(std::size_t chunk_first, std::size_t chunk_last) {
        const std::size_t slots = ring_.slots(chunk_first, chunk_last);
        const bool add = chunk_first > first_;
        if (in_columns())
            enqueue(context_.queue, add_columns_, (context_.bodies + settings_.width - 1) / settings_.width,
                    gather_group, results_.partials, ring_.rows(), slots, force_.gravity, add, results_.accelerations,
                    cl_uint{0}, context_.bodies);
        else
            partial_sums_->enqueue_sum(context_.queue, {results_.partials, ring_.rows(), slots},
                                       {results_.accelerations, 0, context_.bodies, force_.gravity, add});
    }

    // Returns the one-sided solver, which computes potentials and sums over a fraction of the sources.
    Solver& one_sided() {
        if (!one_sided_) {
            const KernelVariant& variant = default_one_sided_variant(context_.device);
            one_sided_ = make_one_sided_solver(context_, variant,
                                               complete(variant, {}, context_.device, context_.bodies), results_);
        }
        return *one_sided_;
    }

    SolverContext context_;
    const KernelVariant& variant_;
    KernelSettings settings_;
    Ring ring_;
    Results results_;
    cl::Buffer positions_;
    cl::Buffer columns_;
    cl::Kernel accelerate_pairs_;
    cl::Kernel gather_columns_;
    cl::Kernel add_columns_;
    std::optional<PartialSums> partial_sums_;
    std::unique_ptr<Solver> one_sided_;  // created when a fraction or a potential is first requested
    bool uses_one_sided_ = false;
    ForceSpec force_;
    // range of block distances first_ ... last_ - 1 of the current sum; next_ is enqueued next
    std::size_t first_ = 0, next_ = 0, last_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_symmetric_solver(const SolverContext& context, const KernelVariant& variant,
                                              const KernelSettings& settings) {
    const bool in_columns = settings.width > 0;
    Ring ring{};
    ring.block = block_of(settings);
    ring.blocks = (context.bodies + ring.block - 1) / ring.block;
    ring.row_bytes = (in_columns ? 3 : 4) * sizeof(cl_float);

    // A chunk needs enough pairs of blocks to keep the device busy. Returns null if the partial sums of such a chunk
    // exceed the memory limit.
    const std::size_t units = handle_of(context.device).getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const std::size_t least = std::min(ring.distances(), (units * 4 + ring.blocks - 1) / ring.blocks);
    const std::size_t bytes_per_distance = 2 * ring.rows() * ring.row_bytes;
    const std::size_t most = most_partial_bytes(context.device, context.bodies);
    if (least * bytes_per_distance > most) return nullptr;
    // On a CPU, partial sums that fit into the caches are added up quickly.
    constexpr std::size_t cached = std::size_t{4} << 20;
    const std::size_t preferred = context.device.type == "cpu" ? std::min(most, cached) : most;
    ring.chunk = std::clamp(preferred / bytes_per_distance, least, ring.distances());
    return std::make_unique<SymmetricSolver>(context, variant, settings, ring);
}

}  // namespace milkomeda
