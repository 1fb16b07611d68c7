#include "data/field/contours.hpp"

#include <cmath>
#include <map>

#include "data/text/round_number.hpp"

namespace milkomeda {
namespace {

// Index of a grid edge: even for an edge between neighbors in a row, odd between neighbors in a column.
using Edge = std::size_t;

// Marching squares: a contour enters each square of four grid values through one edge and leaves through another edge.
// At a saddle point two contours cross the square, and the mean of the four values decides which edges they join.
class Tracer {
  public:
    Tracer(const HeightField& field, float height) : field_{field}, height_{height} {
        for (std::size_t row = 0; row + 1 < field.rows; ++row)
            for (std::size_t column = 0; column + 1 < field.columns; ++column) cross(column, row);
    }

    // Returns all contours: open contours, traced from an end, and then closed contours.
    std::vector<Contour> lines() {
        std::vector<Contour> all;
        for (const bool open : {true, false})
            for (auto& [edge, around] : neighbors_)
                if (around.count > 0 && (around.count == 1 || !open)) all.push_back(follow(edge));
        return all;
    }

  private:
    struct Around {
        std::array<Edge, 2> edges{};
        int count = 0;
    };

    Edge across(std::size_t column, std::size_t row) const { return 2 * (row * field_.columns + column); }
    Edge down(std::size_t column, std::size_t row) const { return across(column, row) + 1; }

    void cross(std::size_t column, std::size_t row) {
        const std::array<float, 4> corner{field_.at(column, row), field_.at(column + 1, row),
                                          field_.at(column + 1, row + 1), field_.at(column, row + 1)};
        const std::array<Edge, 4> edge{across(column, row), down(column + 1, row), across(column, row + 1),
                                       down(column, row)};  // edges in order around the square
        std::array<bool, 4> above{};
        std::vector<Edge> crossed;
        for (std::size_t i = 0; i < 4; ++i) above[i] = corner[i] >= height_;
        for (std::size_t i = 0; i < 4; ++i)
            if (above[i] != above[(i + 1) % 4]) crossed.push_back(edge[i]);
        if (crossed.size() == 2) join(crossed[0], crossed[1]);
        if (crossed.size() < 4) return;
        const bool middle = (corner[0] + corner[1] + corner[2] + corner[3]) / 4 >= height_;
        // Saddle: the contours cut off two opposite corners, 1 and 3 or 0 and 2. These are the corners above the height
        // if the mean of the four values is below, and the corners below the height otherwise.
        const std::size_t shift = middle == above[0] ? 0 : 1;
        join(crossed[shift], crossed[shift + 1]);
        join(crossed[shift + 2], crossed[(shift + 3) % 4]);
    }

    void join(Edge a, Edge b) {
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
            Around& around = neighbors_[from];
            around.edges[static_cast<std::size_t>(around.count++)] = to;
        }
    }

    Contour follow(Edge edge) {
        Contour line{place(edge)};
        while (neighbors_[edge].count > 0) {
            Around& here = neighbors_[edge];
            const Edge next = here.edges[static_cast<std::size_t>(--here.count)];
            Around& there = neighbors_[next];
            if (there.edges[0] == edge) there.edges[0] = there.edges[1];
            --there.count;
            line.push_back(place(next));
            edge = next;
        }
        return line;
    }

    ContourPoint place(Edge edge) const {
        const std::size_t number = edge / 2, column = number % field_.columns, row = number / field_.columns;
        const bool is_across = edge % 2 == 0;
        const float from = field_.at(column, row),
                    to = is_across ? field_.at(column + 1, row) : field_.at(column, row + 1);
        const float way = (height_ - from) / (to - from);
        return {static_cast<float>(column) + (is_across ? way : 0), static_cast<float>(row) + (is_across ? 0 : way)};
    }

    HeightField field_;
    float height_;
    // for each edge that a contour crosses: the edges that the contour crosses before and after this edge
    std::map<Edge, Around> neighbors_;
};

}  // namespace

std::vector<Contour> contours_at(const HeightField& field, float height) { return Tracer{field, height}.lines(); }

std::vector<float> round_heights(float least, float most, int about) {
    if (!(most > least)) return {};
    const double step = round_number_above((double{most} - least) / about * (1 - 1e-9));
    std::vector<float> heights;
    for (double k = std::ceil(least / step); k * step <= most; ++k) heights.push_back(static_cast<float>(k * step));
    return heights;
}

}  // namespace milkomeda
