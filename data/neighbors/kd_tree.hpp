// Nearest neighbors in three dimensions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace milkomeda {

// The k smallest of the squared distances it is shown, in order. For small k: insertion beats a heap.
class Nearest {
  public:
    struct Neighbor {
        float distance2 = 0, mass = 0;
        std::uint32_t row = 0;
    };

    explicit Nearest(std::size_t k) : found_(k) {}
    void clear() { count_ = 0; }
    // Farther ones are of no use.
    float reach2() const {
        return count_ < found_.size() ? std::numeric_limits<float>::infinity() : found_.back().distance2;
    }
    void take(Neighbor neighbor);
    std::span<const Neighbor> found() const { return {found_.data(), count_}; }

  private:
    std::vector<Neighbor> found_;
    std::size_t count_ = 0;
};

// A tree that halves the bodies along the widest axis of their bounds (Bentley 1975, CACM 18, 509; buckets as
// Friedman, Bentley & Finkel 1977, ACM TOMS 3, 209), so that its depth does not depend on how concentrated
// they are. Nodes are numbered as in a heap and their ranges follow from halving, so that none stores them.
class KdTree {
  public:
    struct Body {
        std::array<float, 3> position;  // finite
        float mass;
        std::uint32_t row;
    };

    explicit KdTree(std::vector<Body> bodies);

    // In the order of the tree: what is near in space is near in memory.
    std::span<const Body> bodies() const { return bodies_; }
    // The neighbors of bodies()[index], itself not among them.
    void find(std::size_t index, Nearest& nearest) const;

  private:
    static constexpr std::size_t bucket = 16;
    struct Split {
        std::uint32_t axis = 0;
        float at = 0;
    };
    struct Range {
        std::size_t node, begin, end;
        bool leaf() const { return end - begin <= bucket; }
        std::size_t middle() const { return begin + (end - begin) / 2; }
        Range below() const { return {2 * node + 1, begin, middle()}; }
        Range above() const { return {2 * node + 2, middle(), end}; }
    };
    // The point whose neighbors are looked for, and how far the range looked at is from it along each axis.
    struct Search {
        const Body& center;
        Nearest& nearest;
        std::array<float, 3> offset{};
    };

    void build(Range range, std::size_t threads);
    void find(Range range, float distance2, Search& search) const;

    std::vector<Body> bodies_;
    std::vector<Split> splits_;
};

}  // namespace milkomeda
