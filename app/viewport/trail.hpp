// Past positions of an object by model time, in bounded memory.
#pragma once

#include <glm/glm.hpp>
#include <utility>
#include <vector>

namespace milkomeda {

class Trail {
  public:
    struct Point {
        double time;
        glm::vec3 position;
    };
    static constexpr std::size_t most_points = 2048;
    // model time; 2048 points at this spacing outlast the longest scene
    static constexpr double shortest_spacing = 0.05;

    Trail() = default;
    explicit Trail(double spacing) : spacing_{spacing} {}
    Trail(double spacing, std::vector<Point> points) : points_{std::move(points)}, spacing_{spacing} {}

    // Adds a point if at least spacing() has passed since the last. Points later than `time` are removed,
    // because the run has gone back.
    void record(double time, const glm::vec3& position);

    const std::vector<Point>& points() const { return points_; }  // oldest first
    double spacing() const { return spacing_; }

  private:
    std::vector<Point> points_;
    double spacing_ = shortest_spacing;
};

}  // namespace milkomeda
