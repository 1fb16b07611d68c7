#include "compute/potential/potential_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

namespace milkomeda {
namespace {

constexpr std::size_t run = 128;  // bodies in a partial sum of a kernel; must equal RUN in kernels/potential/lattice.h
// Largest number of bodies per range, a multiple of `run`. Every range is summed separately, so that rounding errors
// stay small.
constexpr std::size_t longest_range = 4096;

// Kernel argument; must match Lattice in kernels/potential/lattice.h.
struct LatticeArgument {
    cl_float4 corner, step;
    cl_float softening_squared;
    cl_uint rows_of_layer, first_row, pitch, first_body, end_body, bodies_of_range, padding;
};

// Reallocates a buffer if it is smaller than `wanted`, or larger than `largest`.
void reallocate(cl::Buffer& buffer, std::size_t& capacity, std::size_t wanted, std::size_t bytes_each,
                const cl::Context& context, std::size_t largest = std::numeric_limits<std::size_t>::max()) {
    if (capacity >= wanted && capacity <= largest) return;
    buffer = {};
    capacity = 0;
    buffer = cl::Buffer{context, CL_MEM_READ_WRITE, wanted * bytes_each};
    capacity = wanted;
}

}  // namespace

PotentialSum::PotentialSum(const KernelContext& context, const PotentialChoice& choice)
    : context_{context}, traits_{context.device}, shape_{group_shape(choice.settings)} {
    const cl::Program around = context.build({"kernels/potential/bodies.cl", "kernels/potential/sums.cl"});
    to_lattice_ = cl::Kernel{around, "to_lattice"};
    add_ranges_ = cl::Kernel{around, "add_ranges"};
    potential_ =
        cl::Kernel{context.build({std::string{choice.form->source}}, form_options(choice.settings)), "potential"};
}

void PotentialSum::begin(const cl::Buffer& positions, std::size_t bodies, const Lattice& lattice, double gravity,
                         double softening) {
    constexpr std::size_t points_of_block_cpu = 1 << 16, points_of_block_gpu = 1 << 20;
    constexpr double least_softening_squared = 1e-20;  // avoids a division by 0
    lattice_ = lattice;
    bodies_ = bodies;
    padded_bodies_ = round_up(bodies, run);
    order_ = {0, 1, 2};
    std::ranges::stable_sort(order_, std::greater{}, [&](int axis) { return lattice.counts[axis]; });
    pitch_ = round_up(lattice.counts[order_[0]], shape_.points_x);
    rows_ = round_up(lattice.counts[order_[1]] * lattice.counts[order_[2]], shape_.items_y);
    const auto largest =
        static_cast<std::size_t>(handle_of(context_.device).getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>()) / sizeof(float);
    if (pitch_ * rows_ > largest)
        throw std::runtime_error(
            fmt::format("a lattice of {} points is too large for {}, which holds at most {} points", lattice.points(),
                        context_.device.name, largest));
    const std::size_t block = traits_.is_cpu ? points_of_block_cpu : points_of_block_gpu;
    rows_of_block_ = std::min(rows_, std::max<std::size_t>(1, block / pitch_ / shape_.items_y) * shape_.items_y);
    softening_squared_ = static_cast<float>(std::max(softening * softening, least_softening_squared));

    reallocate(rows_of_bodies_, capacity_of_bodies_, padded_bodies_, sizeof(cl_float4), context_.context,
               4 * padded_bodies_);
    reallocate(potentials_, capacity_of_points_, pitch_ * rows_, sizeof(cl_float), context_.context);
    enqueue(context_.queue, to_lattice_, padded_bodies_, run, positions, bodies, float4_of(lattice.center, 0),
            float4_of(lattice.axes[order_[0]], 0), float4_of(lattice.axes[order_[1]], 0),
            float4_of(lattice.axes[order_[2]], 0), gravity, rows_of_bodies_);
    restart();
}

// Returns the number of bodies per range: longest_range, or fewer if the device would otherwise have too few
// work-groups.
std::size_t PotentialSum::range_of(std::size_t bodies, std::size_t rows) const {
    const std::size_t groups = pitch_ / shape_.points_x * rows / shape_.items_y;
    const std::size_t wanted = traits_.compute_units * (traits_.is_cpu ? 8 : 32);
    std::size_t range = longest_range;
    while (range > run && groups * ((bodies + range - 1) / range) < wanted) range /= 2;
    return range;
}

// Enqueues the potential of `most_bodies` bodies (rounded down to a multiple of `run`, but at least `run`) at the next
// block of points. Returns the number of enqueued evaluations.
std::size_t PotentialSum::enqueue_block(std::size_t most_bodies) {
    constexpr std::size_t group = 64;
    const std::size_t rows = std::min(rows_of_block_, rows_ - next_row_);
    const std::size_t end = std::min(next_body_ + std::max(run, most_bodies / run * run), padded_bodies_);
    const std::size_t bodies = end - next_body_, range = range_of(bodies, rows);
    const std::size_t ranges = (bodies + range - 1) / range, points = rows * pitch_;
    reallocate(ranges_, capacity_of_ranges_, ranges * points, sizeof(cl_float), context_.context);
    LatticeArgument argument{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        argument.corner.s[axis] = 0.5f - static_cast<float>(lattice_.counts[order_[axis]]) / 2;
        argument.step.s[axis] = static_cast<float>(lattice_.step(order_[axis]));
    }
    argument.softening_squared = softening_squared_;
    argument.rows_of_layer = cl_uint(lattice_.counts[order_[1]]);
    argument.first_row = cl_uint(next_row_);
    argument.pitch = cl_uint(pitch_);
    argument.first_body = cl_uint(next_body_);
    argument.end_body = cl_uint(end);
    argument.bodies_of_range = cl_uint(range);
    enqueue(context_.queue, potential_, cl::NDRange{pitch_ / shape_.points_x * shape_.items_x, rows, ranges},
            cl::NDRange{shape_.items_x, shape_.items_y, 1}, rows_of_bodies_, argument, ranges_);
    enqueue(context_.queue, add_ranges_, points, group, ranges_, points, ranges, cl_long(next_row_ * pitch_),
            cl_int(next_body_ == 0), potentials_);
    next_body_ = end;
    if (next_body_ == padded_bodies_) {
        next_body_ = 0;
        next_row_ += rows;
    }
    return bodies * points;
}

void PotentialSum::enqueue_slice(double evaluations) {
    constexpr double most_bodies = 32 * longest_range;  // limits the memory for the sums of ranges
    while (evaluations > 0 && next_row_ < rows_) {
        const auto points = static_cast<double>(std::min(rows_of_block_, rows_ - next_row_) * pitch_);
        evaluations -=
            static_cast<double>(enqueue_block(static_cast<std::size_t>(std::min(most_bodies, evaluations / points))));
    }
    context_.queue.flush();
}

double PotentialSum::done() const {
    if (next_row_ >= rows_) return 1;
    const std::size_t rows = std::min(rows_of_block_, rows_ - next_row_);
    const double of_block = static_cast<double>(next_body_) / static_cast<double>(padded_bodies_);
    return (static_cast<double>(next_row_) + of_block * static_cast<double>(rows)) / static_cast<double>(rows_);
}

void PotentialSum::enqueue_read(std::vector<float>& padded, cl::Event& arrived) const {
    padded.resize(pitch_ * rows_);
    context_.queue.enqueueReadBuffer(potentials_, CL_FALSE, 0, padded.size() * sizeof(float), padded.data(), nullptr,
                                     &arrived);
    context_.queue.flush();
}

std::vector<float> PotentialSum::in_order(const std::vector<float>& padded) const {
    std::vector<float> all(lattice_.points());
    std::array<std::size_t, 3> at{};  // index of the point along each axis of the lattice
    std::size_t next = 0;
    for (at[2] = 0; at[2] < lattice_.counts[2]; ++at[2])
        for (at[1] = 0; at[1] < lattice_.counts[1]; ++at[1])
            for (at[0] = 0; at[0] < lattice_.counts[0]; ++at[0]) {
                const std::size_t row = at[order_[2]] * lattice_.counts[order_[1]] + at[order_[1]];
                all[next++] = padded[row * pitch_ + at[order_[0]]];
            }
    return all;
}

std::vector<float> PotentialSum::read() const {
    return in_order(read_items<float>(context_.queue, potentials_, pitch_ * rows_));
}

}  // namespace milkomeda
