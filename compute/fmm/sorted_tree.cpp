#include "compute/fmm/sorted_tree.hpp"

namespace milkomeda {

SortedTree::SortedTree(const FmmContext& context, const FmmPrograms& programs, std::size_t bodies, unsigned leaf)
    : context_{context},
      sort_{context, programs, bodies},
      prefix_sum_{context, programs},
      tree_{context, programs, {{}, 0, leaf}},
      capacities_{guess_capacities(bodies, leaf)} {
    tree_.allocate(capacities_);
}

void SortedTree::set_size(std::size_t bodies) {
    sort_.set_size(bodies);
    tree_.set_bodies(capacities_[0] = bodies);
}

void SortedTree::build(const cl::Buffer& positions) {
    sort_.enqueue_keys(positions);
    for (int pass = 0; pass < sort_.passes(); ++pass)
        sort_.enqueue_pass(pass, prefix_sum_, tree_.counts(), fmm_spare_slot);
    while (!build_levels()) tree_.allocate(capacities_);
}

void SortedTree::enqueue_measures(const cl::Buffer& positions) {
    sort_.enqueue_gather(positions);
    for (std::size_t level = 1; level <= tree_.top(); ++level) tree_.enqueue_measures(level, sort_);
}

// Builds the tree. If a level has more nodes than its capacity, enlarges the capacity and returns false.
bool SortedTree::build_levels() {
    for (std::size_t level = 1; level <= tree_.root(); ++level) tree_.enqueue_level(level, sort_, prefix_sum_);
    counts_ = read_items<cl_uint>(context_.queue, tree_.counts(), capacities_.size());
    bool suffices = true;
    for (std::size_t level = 1; level < capacities_.size(); ++level)
        suffices &= !grow_capacity(capacities_[level], counts_[level]);
    return suffices;
}

}  // namespace milkomeda
