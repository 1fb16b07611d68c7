// A plane slice through the gravitational potential of all bodies, updated while the run advances. The user moves the
// plane with the mouse or on the Slice card. The device computes maps of the potential in a limited share of each
// frame, and the picture shows the newest complete map.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/tools/slice_plane.hpp"
#include "app/ui/headless_ui.hpp"
#include "app/ui/input.hpp"
#include "assets/assets.hpp"
#include "compute/potential/potential_map.hpp"
#include "data/base/quantity.hpp"
#include "data/base/units.hpp"
#include "data/field/contours.hpp"

namespace milkomeda {

class OverlayPainter;

// Data of one frame that the slice uses.
struct SliceContext {
    LoadedScene& loaded;
    const DeviceContext& device_context;
    const SimulationParameters& parameters;
    double seconds;  // duration of the frame in seconds
};

// Unit in which the window shows potentials: (100 km/s)².
inline constexpr PhysicalUnit potential_unit{1e-4 * km_s_per_velocity * km_s_per_velocity, "(100 km/s)²"};

// A complete map of the potential on a square grid of edge_points x edge_points points. All numbers are in model units.
struct SliceMap {
    PlaneChoice plane;
    std::size_t edge_points = 0;
    double time = 0;
    double gravity = 1, softening = 0;
    std::vector<float> potentials;
    float least = 0, most = 0;
    float step = 0;  // potential difference between neighboring equipotential lines; 0 if no lines are drawn
    struct Label {
        glm::vec3 place;
        std::string text;
    };
    std::vector<Label> labels;  // labels of the equipotential lines
};

class PotentialSlice {
  public:
    explicit PotentialSlice(const Assets& assets) : assets_{assets} {}

    SliceChoice choice;  // the user's settings of the slice

    bool is_on() const { return on_; }
    std::optional<SliceChoice> shown() const { return on_ ? std::optional{choice} : std::nullopt; }
    // Switches the slice on with the settings `other`, or off if `other` is empty.
    void show(const std::optional<SliceChoice>& other);
    void toggle(const Camera& camera);
    // Moves the center of the plane to the camera's target, and sets the plane's edge to 1.2 times the height of the
    // picture.
    void put_before(const Camera& camera);

    // Handles input that drags a handle of the plane. Returns the input that the slice has not used.
    Input take(const Input& input, const View& view, float scale);

    // Continues the map in progress, or starts a new map if the bodies or the plane have moved. Must be called once a
    // frame. Throws UsageError without a device, std::runtime_error if the device fails; then the slice is off.
    void advance(const SliceContext& frame);
    // Computes the fine map of the displayed moment at once, without a time limit, for pictures and videos. Repeated
    // calls give identical maps. Throws the same exceptions as advance().
    void complete(const SliceContext& frame);
    bool is_busy() const { return on_ && (!map_ || stage_ != Stage::idle || held_ || still_seconds_ < 1); }
    double done() const { return stage_ == Stage::summing ? map_->done() : 0; }
    const std::optional<SliceMap>& newest() const { return newest_; }

    // draw() draws the slice over the bound framebuffer, whose size is `width` times `height` pixels. draw_handles()
    // draws the frame of the slice and its handles, which only the window needs.
    void draw(const Camera& camera, const Look& look, int width, int height, float scale);
    void draw_handles(const OverlayPainter& painter);
    struct HandlePlaces {
        std::optional<glm::vec2> center, tip;  // pixels of the view; empty if outside the view
    };
    const HandlePlaces& handles() const { return handles_; }  // pixel positions at the last call of draw_handles()

    void reload();  // reloads shaders and kernels for the next map

  private:
    enum class Stage { idle, reading, summing };
    struct Wanted {
        PlaneChoice plane;
        std::size_t edge_points;
        double gravity, softening;
        bool operator==(const Wanted&) const = default;
    };

    // Identifies the moment whose map complete() has computed, so that complete() computes no map twice.
    struct MapState {
        const void* bodies = nullptr;
        double time = 0;
        long steps = 0, jumps = 0;
        bool operator==(const MapState&) const = default;
    };

    void prepare_map(const SliceContext& frame);
    void switch_off();
    void release_built_map();
    Wanted wanted(const SliceContext& frame, std::size_t edge_points) const;
    bool bodies_moved(const SliceContext& frame) const;
    bool take_rows(const LoadedScene& loaded);
    void begin(const Wanted& wanted);
    void finish();
    void draw_labels_and_arrows(const OverlayPainter& painter) const;

    const Assets& assets_;
    bool on_ = false, was_placed_ = false;
    struct Held {
        Handle handle;
        glm::vec2 pointer;
    };
    std::optional<Held> held_;
    double still_seconds_ = 0;  // seconds since the last motion of the plane
    PlaneChoice plane_before_;

    std::unique_ptr<PotentialMap> map_;
    // replacement for map_ that a background thread builds; building its kernels takes about a second
    std::future<std::unique_ptr<PotentialMap>> building_;
    std::shared_ptr<const void> context_;  // OpenCL context of map_
    Stage stage_ = Stage::idle;
    std::future<ParticleRows> rows_;
    double rows_time_ = 0;
    std::vector<Float4> bodies_;          // bodies from the last readback
    double bodies_time_ = 0, speed_ = 0;  // model time of the bodies in bodies_, and their root mean square velocity
    const void* bodies_of_ = nullptr;     // address of the particle set to which bodies_ belongs
    std::optional<Wanted> summed_;
    // moment of the newest map if complete() has computed that map; otherwise empty
    std::optional<MapState> completed_;
    std::optional<SliceMap> newest_;
    bool is_new_ = false;  // true until the renderer has received the newest map

    std::optional<SliceRenderer> renderer_;
    std::unique_ptr<HeadlessUi> ui_;
    HandlePlaces handles_;
};

}  // namespace milkomeda
