// The way that something has taken, recorded by model time in bounded memory.
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
    static constexpr double shortest_spacing = 0.05;  // model time: 2048 of them outlast the longest scene

    Trail() = default;
    explicit Trail(double spacing) : spacing_{spacing} {}
    Trail(double spacing, std::vector<Point> points) : points_{std::move(points)}, spacing_{spacing} {}

    // Keeps the point when enough time has passed since the last one. What was later than `time` is
    // forgotten: time was wound back.
    void record(double time, const glm::vec3& position);

    const std::vector<Point>& points() const { return points_; }  // the oldest first
    double spacing() const { return spacing_; }

  private:
    std::vector<Point> points_;
    double spacing_ = shortest_spacing;
};

}  // namespace milkomeda
