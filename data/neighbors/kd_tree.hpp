// Search of nearest neighbors in three dimensions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace milkomeda {

// The k nearest neighbors found so far, sorted by squared distance. For small k, insertion is faster than a heap.
class Nearest {
  public:
    struct Neighbor {
        float distance2 = 0, mass = 0;
        std::uint32_t row = 0;
    };

    explicit Nearest(std::size_t k) : found_(k) {}
    void clear() { count_ = 0; }
    // Returns the squared distance beyond which neighbors are ignored.
    float search_radius2() const {
        return count_ < found_.size() ? std::numeric_limits<float>::infinity() : found_.back().distance2;
    }
    void take(Neighbor neighbor);
    std::span<const Neighbor> found() const { return {found_.data(), count_}; }

  private:
    std::vector<Neighbor> found_;
    std::size_t count_ = 0;
};

// k-d tree that halves the bodies along the widest axis of their bounds (Bentley 1975, CACM 18, 509; leaf buckets as in
// Friedman, Bentley & Finkel 1977, ACM TOMS 3, 209). Its depth does not depend on the concentration of the bodies.
// Nodes are numbered as in a binary heap. Their ranges follow from repeated halving and are not stored.
class KdTree {
  public:
    struct Body {
        std::array<float, 3> position;  // all coordinates must be finite
        float mass;
        std::uint32_t row;
    };

    explicit KdTree(std::vector<Body> bodies);

    // Returns the bodies in tree order, in which bodies close in space are close in memory.
    std::span<const Body> bodies() const { return bodies_; }
    // Finds the nearest neighbors of the body bodies()[index], without the body itself.
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
    // State of a search: the body whose neighbors are searched, and the distance along each axis from the
    // body to the current range.
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
