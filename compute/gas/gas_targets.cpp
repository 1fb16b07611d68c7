#include "compute/gas/gas_targets.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t list_ranges = 96;  // mirrors LIST_RANGES in kernels/gas/gas.h
constexpr std::size_t target_items = 64;

enum Number : std::size_t { next_end, due_targets, limited, numbers };  // elements of GasTargets::numbers_

}  // namespace

GasTargets::GasTargets(const FmmContext& context, const FmmPrograms& tree_programs, const cl::Program& program,
                       std::size_t group)
    : context_{context},
      prefix_sum_{context_, tree_programs},
      group_{group},
      count_targets_{program, "count_targets"},
      write_targets_{program, "write_targets"},
      list_neighbors_{program, "list_neighbors"},
      choose_substeps_{program, "choose_substeps"},
      find_next_end_{program, "find_next_end"},
      list_due_{program, "list_due"},
      numbers_{context_.buffer<cl_uint>(numbers)} {}

void GasTargets::find(const SortedTree& particles, const cl::Buffer& boxes) {
    const cl::CommandQueue& queue = context_.queue;
    const std::size_t leaves = particles.counts()[1];
    const Tree& tree = particles.tree();
    if (grow_capacity(leaves_capacity_, leaves + 1)) first_targets_ = context_.buffer<cl_uint>(leaves_capacity_);
    enqueue(queue, count_targets_, leaves + 1, target_items, tree.links(), tree.stride(), leaves, boxes,
            first_targets_);
    prefix_sum_.enqueue(first_targets_, 0, leaves + 1, numbers_, next_end);
    count_ = read_items<cl_uint>(queue, numbers_, 1).front();
    if (grow_capacity(capacity_, count_)) {
        rows_ = context_.buffer<cl_uint2>(capacity_);
        substeps_ = context_.buffer<cl_uint2>(capacity_);
        ranges_ = context_.buffer<cl_uint2>(capacity_ * list_ranges);
        lengths_ = context_.buffer<cl_uint>(capacity_);
        due_ = context_.buffer<cl_uint>(capacity_);
    }
    enqueue(queue, write_targets_, leaves, target_items, tree.links(), tree.stride(), leaves, first_targets_, rows_);
    queue.enqueueFillBuffer(numbers_, cl_uint{0}, 0, numbers * sizeof(cl_uint));
    enqueue_due(true);
    due_count_ = count_;
}

void GasTargets::enqueue_due(bool is_common) {
    enqueue(context_.queue, list_due_, count_, target_items, substeps_, count_, cl_uint{is_common}, numbers_, due_);
}

void GasTargets::enqueue_lists(const SortedTree& particles, const cl::Buffer& sorted, const cl::Buffer& boxes,
                               const GasConstants& constants) {
    const bool is_walk = group_ == 1;  // on CPUs, a work-item lists the neighbors of a target
    const std::size_t group = is_walk ? 4 : group_;
    const Tree& tree = particles.tree();
    enqueue(context_.queue, list_neighbors_, due_count_ * group_, group, sorted, particles.sort().stride(), rows_, due_,
            due_count_, tree.links(), tree.stride(), boxes, tree.level(2).first, tree.level(tree.root()).first,
            particles.counts()[tree.root()], constants, ranges_, lengths_);
}

void GasTargets::choose_substeps(const GasRows& rows, const cl::Buffer& order, const GasConstants& constants, double dt,
                                 int now, int least) {
    enqueue(context_.queue, choose_substeps_, due_count_, target_items, rows_, due_, due_count_, order, rows.conditions,
            rows.rates, rows.measures, constants, dt, static_cast<cl_uint>(now), static_cast<cl_uint>(least), substeps_,
            numbers_);
}

GasTargets::Next GasTargets::next(bool is_common) {
    const cl::CommandQueue& queue = context_.queue;
    queue.enqueueFillBuffer(numbers_, cl_uint{gas_ticks}, next_end * sizeof(cl_uint), sizeof(cl_uint));
    queue.enqueueFillBuffer(numbers_, cl_uint{0}, due_targets * sizeof(cl_uint), sizeof(cl_uint));
    enqueue(queue, find_next_end_, count_, target_items, substeps_, count_, numbers_);
    enqueue_due(is_common);
    const auto found = read_items<cl_uint>(queue, numbers_, numbers);
    due_count_ = found[due_targets];
    return {static_cast<int>(found[next_end]), found[limited] != 0};
}

}  // namespace milkomeda
