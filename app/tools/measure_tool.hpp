// The mouse tool that measures in the picture: lengths with a ruler, angles, and the bodies inside an aperture.
#pragma once

#include <future>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/ui/input.hpp"
#include "data/base/names.hpp"
#include "render/camera/projection.hpp"

namespace milkomeda {

enum class MeasureKind { none, ruler, angle, aperture };
template <>
inline constexpr std::array<std::string_view, 4> names<MeasureKind>{"none", "ruler", "angle", "aperture"};

// Circle in the picture, in pixels of the view.
struct Aperture {
    glm::vec2 center{0};
    float radius = 0;
};

// The shown bodies inside an aperture, in model units.
struct ApertureContent {
    std::size_t bodies = 0;
    double mass = 0;
    // Median and standard deviation of the velocities along the lines of sight, positive away from the camera; 0
    // without bodies.
    double median_velocity = 0, velocity_dispersion = 0;
};

// Measures the bodies that are drawn according to `shown`, which has one element per component. Bodies are at position
// + velocity * `time_offset`.
ApertureContent content_of(const Aperture& aperture, const View& view, const ParticleRows& rows, float time_offset,
                           const std::vector<Component>& components, const std::vector<ShownBodies>& shown);

class MeasureTool {
  public:
    MeasureKind kind() const { return kind_; }
    bool is_on() const { return kind_ != MeasureKind::none; }
    void choose(MeasureKind kind);
    void toggle() { choose(is_on() ? MeasureKind::none : last_kind_); }
    // Removes the points; without points, deselects the tool. Returns false if there were neither points nor a tool.
    bool cancel();
    void forget();  // removes the points; must be called when another run begins

    // Places points: a click places a point, a drag places a point at its start and another at its end. Points lie in
    // the plane of the picture, at the depth of `target`, the camera's target. Returns the input that the tool has not
    // used. Throws UsageError in maps of the sky, which have no such plane.
    Input take(const Input& input, const View& view, const glm::vec3& target);
    // Reads and measures the bodies in the aperture, at most four times a second. Must be called once a frame.
    // `seconds`: duration of the frame in seconds.
    void advance(LoadedScene& loaded, const View& view, double seconds);
    bool is_busy() const { return rows_.valid() || is_due_; }  // true while the aperture needs a further measurement

    const std::vector<glm::vec3>& points() const { return points_; }  // placed points, in world coordinates
    bool is_complete() const;
    const std::optional<ApertureContent>& content() const { return content_; }

    // Returns the values of a complete measurement as lines, such as "Length: 12.3 kpc, 254 arcsec". Angular sizes are
    // those at the distance `megaparsecs`. Empty while points are missing.
    std::vector<std::string> lines() const;

    double megaparsecs = 10;  // assumed distance of the galaxies from the observer, for angular sizes

  private:
    std::size_t points_needed() const { return kind_ == MeasureKind::angle ? 3 : 2; }
    void measure(const LoadedScene& loaded, const View& view);

    MeasureKind kind_ = MeasureKind::none, last_kind_ = MeasureKind::ruler;
    std::vector<glm::vec3> points_;
    glm::vec2 pressed_at_{0};  // pointer position of the newest press, in screen coordinates
    bool holds_ = false;       // true while the button is held
    bool drags_ = false;       // true once the pointer has moved away from the press

    // The moment, the camera and the points for which the bodies in the aperture are counted. A difference requires a
    // new count.
    struct State {
        std::vector<glm::vec3> points;
        glm::mat4 view_from_world{1}, clip_from_view{1};
        std::vector<ShownBodies> shown;
        double time = 0;
        long row_changes = 0;  // Moment::row_changes
        bool operator==(const State&) const = default;
    };
    std::future<ParticleRows> rows_;
    float time_offset_ = 0;  // time offset of the rows that are being read
    State asked_;            // state at the newest request for rows
    bool is_due_ = false;    // true while the state differs from asked_
    double pause_ = 0;       // seconds until the next request is permitted
    std::optional<ApertureContent> content_;
};

// Returns the angle in degrees between the arms from points[1] to points[0] and points[2].
double angle_of(const std::vector<glm::vec3>& points);

// Returns the angular size in arcseconds of a length (model units) at the distance `megaparsecs`.
double arcseconds(double length, double megaparsecs);

}  // namespace milkomeda
