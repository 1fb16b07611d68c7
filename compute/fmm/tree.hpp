// The tree of the multipole method: levels of Morton cells over the sorted bodies. The nodes of each level
// together contain all bodies.
#pragma once

#include <vector>

#include "compute/fmm/body_sort.hpp"
#include "compute/fmm/tree_cell.hpp"

namespace milkomeda {

// A level of the tree. Level 0 holds the bodies, level 1 the leaves, and the last level the root. A node
// stores a range of consecutive items of the level below.
struct Level {
    std::size_t first = 0;     // index of the level's first node in the columns of all nodes
    std::size_t capacity = 0;  // maximum number of nodes
};

inline constexpr std::size_t fmm_max_levels = 16;
inline constexpr std::size_t fmm_most_top_nodes = 1000;  // limited, because the walk tests all pairs of top nodes
// Indices in counts() after the numbers of nodes and pairs: the numbers of extra pieces of far-field and near-field
// lists (kernels/fmm/tree.h), and a slot for unused totals of prefix sums.
inline constexpr std::size_t fmm_more_far_slot = 2 * fmm_max_levels;
inline constexpr std::size_t fmm_more_near_slot = fmm_more_far_slot + 1;
inline constexpr std::size_t fmm_spare_slot = fmm_more_far_slot + 2;

constexpr std::size_t with_margin(std::size_t needed) { return needed + needed / 4 + 64; }

// Enlarges `capacity` if it is smaller than `needed`; returns whether it was enlarged.
inline bool grow_capacity(std::size_t& capacity, std::size_t needed) {
    if (needed <= capacity) return false;
    capacity = with_margin(needed);
    return true;
}

// Returns the number of bodies (level 0), followed by the estimated number of nodes of each level up to the root. The
// exact numbers of nodes are known only after the tree has been built.
std::vector<std::size_t> guess_capacities(std::size_t bodies, unsigned leaf);

class Tree {
  public:
    // Creates an empty tree. Without `programs.series` the tree computes no moments.
    Tree(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings);

    // Allocates one level per capacity, from the bodies (level 0) to the root, and discards the old tree.
    void allocate(const std::vector<std::size_t>& capacities);

    // Sets the number of bodies, at most the capacity of level 0.
    void set_bodies(std::size_t bodies);

    // The stages of building the tree, to be enqueued in this order: enqueue_level() from level 1 to the
    // root, then enqueue_measures() and enqueue_moments() from level 1 upward.
    void enqueue_level(std::size_t level, const BodySort& sort, PrefixSum& prefix_sum);
    void enqueue_measures(std::size_t level, const BodySort& sort);
    void enqueue_moments(std::size_t level, const BodySort& sort);
    // Computes the error threshold of each node of a level (kernels/fmm/thresholds.cl). Must be enqueued last, from
    // level 1 upward.
    void enqueue_thresholds(std::size_t level, float softening_squared);

    const Level& level(std::size_t number) const { return levels_[number]; }
    std::size_t root() const { return levels_.size() - 1; }
    std::size_t top() const { return root() - 1; }  // highest level below the root
    std::size_t stride() const { return stride_; }  // length of each column of node data, including unused elements

    // Reads the first `count` nodes of a level back; waits for the device.
    std::vector<TreeCell> read(std::size_t level, std::size_t count) const;

    std::size_t bytes() const { return bytes_of({counts_, links_, nodes_, keys_, cells_, moments_}); }
    // Buffer with the number of nodes in each level (bodies, in level 0) and, from index fmm_max_levels on, the number
    // of unresolved pairs in each level.
    const cl::Buffer& counts() const { return counts_; }
    const cl::Buffer& links() const { return links_; }
    const cl::Buffer& nodes() const { return nodes_; }
    const cl::Buffer& moments() const { return moments_; }

    void use_tolerance(float tolerance) { settings_.tolerance = tolerance; }

  private:
    // On CPUs, small work-groups distribute the work evenly over the threads.
    std::size_t chunk_group() const { return context_.in_vectors() ? 1 : 64; }
    std::size_t item_group() const { return context_.in_vectors() ? 4 : 64; }

    FmmContext context_;
    FmmSettings settings_;
    std::vector<Level> levels_;
    std::size_t stride_ = 0, cells_capacity_ = 0;
    cl::Kernel count_cells_, list_cells_, list_roots_, measure_nodes_, moments_of_bodies_, moments_of_children_,
        thresholds_of_leaves_, thresholds_of_nodes_;
    cl::Buffer counts_, links_, nodes_, keys_, cells_, moments_;
};

}  // namespace milkomeda
