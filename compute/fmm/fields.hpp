// Computes the far field from expansions, the near field from direct sums, and the accelerations from the two fields.
#pragma once

#include "compute/fmm/unresolved_pairs.hpp"

namespace milkomeda {

class Fields {
  public:
    Fields(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings, std::size_t bodies);

    // Allocates memory for the tree's nodes. Long interaction lists are divided into pieces (kernels/fmm/tree.h).
    // `more_far` and `more_near` are the total numbers of pieces in all far-field and near-field lists, without the
    // first piece of each list.
    void allocate(const Tree& tree, std::size_t more_far, std::size_t more_near);

    // enqueue_far() enqueues M2L operations of a level, enqueue_near() direct sums of the leaves. Both enqueue the part
    // of the stage between the fractions `from` and `to` (0 to 1).
    void enqueue_far(std::size_t level, const Tree& tree, const UnresolvedPairs& pairs, float softening_squared,
                     double from, double to);
    void enqueue_near(const Tree& tree, const BodySort& sort, const UnresolvedPairs& pairs, float softening_squared,
                      double from, double to);
    // Completes the local expansions of a level's nodes: adds the sums of the second and later pieces of each list, and
    // the expansions of the parents (L2L).
    void enqueue_down(std::size_t level, const Tree& tree);
    struct Results {
        double gravity, softening;
        BodyRange requested;
        bool along_curve;  // true: results in Morton order; false: in row order
    };
    // Writes the accelerations (x, y, z) and potentials (w) of the requested bodies to the float4 rows of
    // `accelerations`.
    void enqueue_results(const Tree& tree, const BodySort& sort, const Results& results,
                         const cl::Buffer& accelerations);

    std::size_t bytes() const { return bytes_of({locals_, more_locals_, near_, more_near_}); }

  private:
    std::size_t item_group() const { return context_.in_vectors() ? 4 : 64; }

    FmmContext context_;
    FmmSettings settings_;
    cl::Kernel far_field_, near_field_, locals_to_children_, evaluate_locals_;
    cl::Buffer locals_, more_locals_, near_, more_near_;
    std::size_t more_far_capacity_ = 0, more_near_capacity_ = 0;
};

}  // namespace milkomeda
