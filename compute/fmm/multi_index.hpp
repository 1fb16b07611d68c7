// Multi-indices k = (i, j, l) of degree i + j + l up to a given order, sorted by degree.
#pragma once

#include <array>
#include <map>
#include <vector>

namespace milkomeda {

using MultiIndex = std::array<int, 3>;

class MultiIndices {
  public:
    explicit MultiIndices(int order) {
        for (int degree = 0; degree <= order; ++degree)
            for (int i = degree; i >= 0; --i)
                for (int j = degree - i; j >= 0; --j) {
                    places_[{i, j, degree - i - j}] = size();
                    indices_.push_back({i, j, degree - i - j});
                }
    }

    int size() const { return static_cast<int>(indices_.size()); }
    const MultiIndex& operator[](int place) const { return indices_[static_cast<std::size_t>(place)]; }
    int degree(int place) const { return (*this)[place][0] + (*this)[place][1] + (*this)[place][2]; }
    int place(const MultiIndex& index) const { return places_.at(index); }

    int plus(int a, int b) const { return combined(a, b, 1); }
    // Requires that each component of `b` is at most as large as the same component of `a`.
    int minus(int a, int b) const { return combined(a, b, -1); }
    bool holds(int a, int b) const {  // true if b <= a in every component
        for (std::size_t axis = 0; axis < 3; ++axis)
            if ((*this)[b][axis] > (*this)[a][axis]) return false;
        return true;
    }
    // Reduces the component of multi-index number `a` along `axis` by `by`, and returns the number of the resulting
    // multi-index (its position in the sorted list).
    int down(int a, int axis, int by = 1) const {
        MultiIndex index = (*this)[a];
        index[static_cast<std::size_t>(axis)] -= by;
        return place(index);
    }
    int up(int a, int axis) const { return down(a, axis, -1); }
    // Returns the axis along which the recurrence of the derivatives (expansion_source.cpp) has the fewest terms for
    // this index: along an axis with component 1, it has a single term.
    int axis(int a) const {
        const MultiIndex& index = (*this)[a];
        for (int axis = 0; axis < 3; ++axis)
            if (index[static_cast<std::size_t>(axis)] == 1) return axis;
        return index[0] ? 0 : index[1] ? 1 : 2;
    }
    int component(int a, int axis) const { return (*this)[a][static_cast<std::size_t>(axis)]; }

  private:
    int combined(int a, int b, int sign) const {
        MultiIndex index = (*this)[a];
        for (std::size_t axis = 0; axis < 3; ++axis) index[axis] += sign * (*this)[b][axis];
        return place(index);
    }

    std::vector<MultiIndex> indices_;
    std::map<MultiIndex, int> places_;
};

}  // namespace milkomeda
