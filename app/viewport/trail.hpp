// Trails of annotated objects: lists of past positions with their model times, limited to 2048 points.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
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
    // default spacing: smallest model time between points. With this spacing, 2048 points cover the longest scene.
    static constexpr double shortest_spacing = 0.05;

    Trail() = default;
    explicit Trail(double spacing) : spacing_{spacing} {}
    Trail(double spacing, std::vector<Point> points) : points_{std::move(points)}, spacing_{spacing} {}

    // Adds a point if the model time spacing() has passed since the last point. Before that, removes all points later
    // than `time`, which exist if the run has gone back.
    void record(double time, const glm::vec3& position) {
        while (!points_.empty() && points_.back().time > time) points_.pop_back();
        constexpr double rounding = 1e-6;  // tolerance in model time, for the rounding errors in sums of many timesteps
        if (!points_.empty() && time - points_.back().time < spacing_ - rounding) return;
        points_.push_back({time, position});
        if (points_.size() < most_points) return;
        // When the trail is full, removes every second point, and doubles the spacing of later points.
        for (std::size_t i = 0; 2 * i < points_.size(); ++i) points_[i] = points_[2 * i];
        points_.resize((points_.size() + 1) / 2);
        spacing_ *= 2;
    }

    const std::vector<Point>& points() const { return points_; }  // points, sorted by time with the oldest first
    double spacing() const { return spacing_; }

  private:
    std::vector<Point> points_;
    double spacing_ = shortest_spacing;
};

// Names of annotated objects, which stay valid when galaxies are added or deleted, unlike row numbers.
struct AnnotatedNames {
    std::vector<std::string> galaxies, perturbers;
    std::vector<std::uint32_t> ids;  // ids of the selected bodies
};

// Trails of the objects in `names`: galaxies[i] and perturbers[i] belong to the names with index i, bodies[i] to
// ids[i]. A list of trails may be shorter than its list of names, because the newest objects have no trail yet.
struct Trails {
    AnnotatedNames names;
    std::vector<Trail> galaxies, perturbers, bodies;
};

}  // namespace milkomeda
