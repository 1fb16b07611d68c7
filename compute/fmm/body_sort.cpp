#include "compute/fmm/body_sort.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr std::size_t item_group = 64;  // work-group size of kernels whose work-items do not cooperate
constexpr std::size_t box_samples = 256;
constexpr std::size_t box_numbers = 4;
constexpr std::size_t columns = 4;

}  // namespace

BodySort::BodySort(const FmmContext& context, const FmmPrograms& programs, std::size_t bodies)
    : context_{context}, count_{bodies}, stride_{round_up(bodies + fmm_largest_leaf, 64)} {
    const bool serial = context.in_vectors();
    const std::size_t block = context.groups.sort * context.groups.sort_per_item;
    blocks_ = serial ? std::clamp<std::size_t>(bodies / 2048, 1, 16) : (bodies + block - 1) / block;
    parts_ = serial ? 8 : 128;

    find_extents_ = cl::Kernel{programs.tree, "find_extents"};
    choose_box_ = cl::Kernel{programs.tree, "choose_box"};
    make_keys_ = cl::Kernel{programs.tree, "make_keys"};
    gather_bodies_ = cl::Kernel{programs.tree, "gather_bodies"};
    count_digits_ = cl::Kernel{programs.tree, "count_digits"};
    place_by_digit_ = cl::Kernel{programs.tree, "place_by_digit"};
    place_results_ = cl::Kernel{programs.tree, "place_results"};

    extents_ = context.buffer<cl_float4>(2 * parts_);
    box_ = context.buffer<cl_float>(box_numbers);
    digit_offsets_ = context.buffer<cl_uint>(blocks_ << context_.groups.digit_bits);
    bodies_ = context.buffer<cl_float>(columns * stride_);
    for (int i = 0; i < 2; ++i) {
        keys_[i] = context.buffer<cl_ulong>(bodies);
        order_[i] = context.buffer<cl_uint>(bodies);
    }
}

void BodySort::enqueue_keys(const cl::Buffer& positions) {
    enqueue(context_.queue, find_extents_, parts_ * context_.groups.box, context_.groups.box, positions, count_,
            extents_);
    enqueue(context_.queue, choose_box_, box_samples, box_samples, positions, count_, extents_, parts_, box_);
    enqueue(context_.queue, make_keys_, count_, item_group, positions, count_, box_, keys_[0], order_[0]);
}

void BodySort::enqueue_pass(int pass, PrefixSum& prefix_sum, const cl::Buffer& totals, std::size_t slot) {
    const int from = pass % 2, to = 1 - from;
    const auto shift = static_cast<cl_uint>(pass * context_.groups.digit_bits);
    enqueue(context_.queue, count_digits_, blocks_ * context_.groups.sort, context_.groups.sort, keys_[from], count_,
            shift, blocks_, digit_offsets_);
    prefix_sum.enqueue(digit_offsets_, 0, blocks_ << context_.groups.digit_bits, totals, slot);
    enqueue(context_.queue, place_by_digit_, blocks_ * context_.groups.sort, context_.groups.sort, keys_[from],
            order_[from], count_, shift, blocks_, digit_offsets_, keys_[to], order_[to]);
}

void BodySort::enqueue_gather(const cl::Buffer& positions) {
    enqueue(context_.queue, gather_bodies_, count_, item_group, positions, count_, order(), bodies_, stride_);
}

void BodySort::enqueue_results(const cl::Buffer& found, const BodyRange& range, double gravity,
                               const cl::Buffer& accelerations) {
    enqueue(context_.queue, place_results_, range.size(), item_group, found, range.first, range.last, order(), gravity,
            accelerations);
}

}  // namespace milkomeda
