// A slice through the potential of all bodies, updated while the run goes on. The mouse and the panel move
// its plane, the device computes maps in a bounded share of each frame, and the picture shows the newest
// complete map.
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
#include "data/field/contours.hpp"

namespace milkomeda {

class OverlayPainter;

// State of the program that the slice works on in one frame.
struct SliceContext {
    LoadedScene& loaded;
    const DeviceContext& device_context;
    const SimulationParameters& parameters;
    double seconds;  // duration of the frame
};

// A complete map of the potential, in model units.
struct SliceMap {
    PlaneChoice plane;
    std::size_t edge_points = 0;
    double time = 0;
    double gravity = 1, softening = 0;
    std::vector<float> potentials;
    float least = 0, most = 0;
    float step = 0;  // potential difference between neighboring lines; 0 without lines
    struct Label {
        glm::vec3 place;
        std::string text;
    };
    std::vector<Label> labels;  // labels of the lines
};

class PotentialSlice {
  public:
    explicit PotentialSlice(const Assets& assets) : assets_{assets} {}

    SliceChoice choice;  // settings of the user

    bool is_on() const { return on_; }
    std::optional<SliceChoice> shown() const { return on_ ? std::optional{choice} : std::nullopt; }
    // Shows the slice with these settings; an empty value switches the slice off.
    void show(const std::optional<SliceChoice>& other);
    void toggle(const Camera& camera);
    // Moves the plane through the camera's target and makes it as large as the picture.
    void put_before(const Camera& camera);

    // Uses the input that drags a handle, and returns the input without it.
    Input take(const Input& input, const View& view, float scale);

    // Continues the current map, or starts a new map if the bodies or the plane have moved. Call once per
    // frame. Throws UsageError without a device, and std::runtime_error if the device fails; the slice is off
    // then.
    void advance(const SliceContext& frame);
    // For pictures that need the map of exactly their moment: computes the fine map, without a limit of time.
    // The result is equal for each call. Throws as advance() does.
    void complete(const SliceContext& frame);
    bool is_busy() const {
        return on_ && (!map_ || stage_ != Stage::idle || is_held() || still_seconds_ < 1);
    }
    double done() const { return stage_ == Stage::summing ? map_->done() : 0; }
    const std::optional<SliceMap>& newest() const { return newest_; }

    // draw() draws the slice over the bound framebuffer, which holds the picture of this size. draw_handles()
    // draws the frame and the handles, which only the window needs.
    void draw(const Camera& camera, const Look& look, int width, int height, float scale);
    void draw_handles(const OverlayPainter& painter);
    struct HandlePlaces {
        std::optional<glm::vec2> center, tip;  // pixels of the view; empty if outside the view
    };
    const HandlePlaces& handles() const { return handles_; }  // positions of the last draw_handles()

    void reload();  // Reloads shaders and kernels; the next map uses them.

  private:
    enum class Stage { idle, reading, summing };
    struct Wanted {
        PlaneChoice plane;
        std::size_t edge_points;
        double gravity, softening;
        bool operator==(const Wanted&) const = default;
    };

    // Identifies the state of the bodies of a map, so that no map is computed twice.
    struct MapState {
        const void* bodies = nullptr;
        double time = 0;
        long steps = 0, jumps = 0;
        bool operator==(const MapState&) const = default;
    };

    bool is_held() const { return held_.has_value(); }
    void prepare_map(const SliceContext& frame);
    bool has_map();
    void switch_off();
    void release_built_map();
    Wanted wanted(const SliceContext& frame, std::size_t edge_points) const;
    std::size_t points_now(const SliceContext& frame) const;
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
    double still_seconds_ = 0;  // seconds since the plane was moved
    PlaneChoice plane_before_;

    std::unique_ptr<PotentialMap> map_;
    // the next map_, whose kernels take about a second to build
    std::future<std::unique_ptr<PotentialMap>> building_;
    std::shared_ptr<const void> context_;  // OpenCL context that map_ was made for
    Stage stage_ = Stage::idle;
    std::future<ParticleRows> rows_;
    double rows_time_ = 0;
    std::vector<Float4> bodies_;          // bodies of the last readback
    double bodies_time_ = 0, speed_ = 0;  // time of the readback; root mean square of the velocities
    const void* bodies_of_ = nullptr;     // particle set that bodies_ belongs to
    std::optional<Wanted> summed_;
    std::optional<MapState> completed_;  // state of the newest map, if complete() has computed it
    std::optional<SliceMap> newest_;
    bool is_new_ = false;  // The renderer has not received the newest map yet.

    std::optional<SliceRenderer> renderer_;
    std::unique_ptr<HeadlessUi> ui_;
    HandlePlaces handles_;
};

}  // namespace milkomeda
