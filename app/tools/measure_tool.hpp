// The mouse tool that measures in the picture: lengths with a ruler, angles, and the bodies inside an aperture, a lasso
// or a slit.
#pragma once

#include <future>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/tools/kept_bodies.hpp"
#include "app/tools/picture_region.hpp"
#include "app/ui/input.hpp"
#include "data/base/names.hpp"
#include "render/camera/projection.hpp"

namespace milkomeda {

enum class MeasureKind { none, ruler, angle, aperture, lasso, slit };
template <>
inline constexpr std::array<std::string_view, 6> names<MeasureKind>{"none",     "ruler", "angle",
                                                                    "aperture", "lasso", "slit"};
constexpr bool has_region(MeasureKind kind) { return kind >= MeasureKind::aperture; }

// A region whose bodies were measured, with the positions of its bodies along a slit.
struct MeasuredRegion {
    std::shared_ptr<const SceneSetup> setup;  // to whose particle set the rows of `content` belong
    RegionContent content;
    std::vector<std::string> origins;  // titles of content.origins, such as "Milky Way disk"
    std::optional<SlitDiagram> slit;
    double seconds = 0;  // time that the measurement took
};

class MeasureTool {
  public:
    MeasureKind kind() const { return kind_; }
    bool is_on() const { return kind_ != MeasureKind::none; }
    void choose(MeasureKind kind);
    void toggle() { choose(is_on() ? MeasureKind::none : last_kind_); }
    // Removes the points; without points, deselects the tool. Returns false if there were neither points nor a tool.
    bool cancel();
    void forget();  // removes the points

    // Places points: a click places a point, a drag places a point at its start and another at its end; with the lasso,
    // a drag places points along its way. Points lie in the plane of the picture, at the depth of `target`, the
    // camera's target. Returns the input that the tool has not used. Throws UsageError in maps of the sky, which have
    // no such plane.
    Input take(const Input& input, const View& view, const glm::vec3& target);
    // Reads and measures the bodies in the region in a thread, at most four times a second and during at most a tenth
    // of the time. Must be called once a frame. `seconds`: duration of the frame in seconds.
    void advance(LoadedScene& loaded, const View& view, double seconds);
    // Returns true while the region needs a further measurement.
    bool is_busy() const { return rows_.valid() || found_.valid() || is_due_; }

    const std::vector<glm::vec3>& points() const { return points_; }  // placed points, in world coordinates
    bool is_complete() const;
    const std::optional<MeasuredRegion>& region() const { return region_; }

    // Returns the values of a complete measurement as lines, such as "Length: 12.3 kpc, 254 arcsec". Angular sizes are
    // those at the distance `megaparsecs`. Empty while points are missing.
    std::vector<std::string> lines() const;
    // Returns a line for each component in the region: "Milky Way disk: 120 bodies, 34.5 % of the mass".
    std::vector<std::string> origin_lines() const;

    double megaparsecs = 10;  // assumed distance of the galaxies from the observer, for angular sizes
    double slit_width = 0.5;  // model units
    KeptBodies kept;

  private:
    std::size_t points_needed() const { return kind_ == MeasureKind::angle ? 3 : 2; }
    PictureRegion region_of(const std::vector<glm::vec2>& pixels) const;
    void measure(const LoadedScene& loaded, const View& view);
    void discard();

    MeasureKind kind_ = MeasureKind::none, last_kind_ = MeasureKind::ruler;
    std::vector<glm::vec3> points_;
    glm::vec2 pressed_at_{0};  // pointer position of the newest press, in screen coordinates
    bool holds_ = false;       // true while the button is held
    bool drags_ = false;       // true once the pointer has moved away from the press

    // The moment, the camera and the points for which the bodies in the region are measured. A difference requires a
    // new count.
    struct State {
        std::vector<glm::vec3> points;
        double slit_width = 0;
        glm::mat4 view_from_world{1}, clip_from_view{1};
        std::vector<ShownBodies> shown;
        double time = 0;
        long row_changes = 0;  // Moment::row_changes
        bool operator==(const State&) const = default;
    };
    std::future<ParticleRows> rows_;
    float time_offset_ = 0;                    // time offset of the rows that are being read
    State asked_;                              // state at the newest request for rows
    bool is_due_ = false;                      // true while the state differs from asked_
    double pause_ = 0;                         // seconds until the next request is permitted
    std::shared_ptr<const SceneSetup> setup_;  // setup at the newest request for rows
    std::future<MeasuredRegion> found_;
    bool is_found_discarded_ = false;  // true if the result of found_ is no longer wanted
    std::optional<MeasuredRegion> region_;
};

// Returns the angle in degrees between the arms from points[1] to points[0] and points[2].
double angle_of(const std::vector<glm::vec3>& points);

// Returns the angular size in arcseconds of a length (model units) at the distance `megaparsecs`.
double arcseconds(double length, double megaparsecs);

}  // namespace milkomeda
