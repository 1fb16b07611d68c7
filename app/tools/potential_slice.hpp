// A slice through the potential of all bodies, kept up with the run at a bounded cost: the mouse and the
// panel move its plane, the device sums beside everything else it does, and the picture has the newest map
// that is complete.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/headless_ui.hpp"
#include "app/ui/input.hpp"
#include "app/tools/slice_plane.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tools/slice_plane.hpp"
#include "app/ui/headless_ui.hpp"
#include "app/ui/input.hpp"
#include "assets/assets.hpp"
#include "compute/potential/potential_map.hpp"
#include "data/field/contours.hpp"

namespace milkomeda {

class OverlayPainter;

// What a frame has for the slice.
struct SliceGround {
    LoadedScene& loaded;
    const DeviceContext& device_context;
    const SimulationParameters& parameters;
    double seconds;  // of this frame
};

// A complete map.
struct SliceMap {
    PlaneChoice plane;
    std::size_t edge_points = 0;
    double time = 0;
    double gravity = 1, softening = 0;
    std::vector<float> potentials;
    float least = 0, most = 0;
    float step = 0;  // between lines
    struct Label {
        glm::vec3 place;
        std::string text;
    };
    std::vector<Label> labels;  // of lines
};

class PotentialSlice {
  public:
    explicit PotentialSlice(const Assets& assets) : assets_{assets} {}

    SliceChoice choice;  // of people

    bool is_on() const { return on_; }
    std::optional<SliceChoice> shown() const { return on_ ? std::optional{choice} : std::nullopt; }
    void show(const std::optional<SliceChoice>& other);  // empty: it is off
    void toggle(const Camera& camera);
    void put_before(const Camera& camera);  // through what the camera looks at, as large as the picture

    // Takes what is for the handles; the rest is for others.
    Input take(const Input& input, const View& view, float scale);

    // Goes on with a new map, if the bodies or the plane have moved. Throws std::runtime_error where there is
    // no device for it, or one that fails; it is off then.
    void advance(const SliceGround& ground);
    // For a picture that waits for its rows: the fine map of its moment, the same each time, however long
    // that takes. Throws as advance().
    void complete(const SliceGround& ground);
    bool is_busy() const {
        return on_ && (!map_ || stage_ != Stage::idle || is_held() || still_seconds_ < 1);
    }
    double done() const { return stage_ == Stage::summing ? map_->done() : 0; }
    const std::optional<SliceMap>& newest() const { return newest_; }

    // Over the bound framebuffer, which has the picture of this size. Handles and frame are for who can use
    // them.
    void draw(const Camera& camera, const Look& look, int width, int height, float scale);
    void draw_handles(const OverlayPainter& painter);
    struct HandlePlaces {
        std::optional<glm::vec2> center, tip;  // pixels of that view; empty where they are out of it
    };
    const HandlePlaces& handles() const { return handles_; }  // as drawn last

    void reload();  // shaders and kernels, with the next map

  private:
    enum class Stage { idle, reading, summing };
    struct Wanted {
        PlaneChoice plane;
        std::size_t edge_points;
        double gravity, softening;
        bool operator==(const Wanted&) const = default;
    };

    // What a map of bodies was made of, so that it need not be made twice.
    struct Sitting {
        const void* bodies = nullptr;
        double time = 0;
        long steps = 0, jumps = 0;
        bool operator==(const Sitting&) const = default;
    };

    bool is_held() const { return held_.has_value(); }
    void be_ready(const SliceGround& ground);
    bool has_map();
    void give_up();
    void let_go_of_built();
    Wanted wanted(const SliceGround& ground, std::size_t edge_points) const;
    std::size_t points_now(const SliceGround& ground) const;
    bool bodies_moved(const SliceGround& ground) const;
    bool take_rows(const LoadedScene& loaded);
    void begin(const Wanted& wanted);
    void finish();
    void draw_writing(const OverlayPainter& painter) const;

    const Assets& assets_;
    bool on_ = false, was_placed_ = false;
    struct Held {
        Handle handle;
        glm::vec2 pointer;
    };
    std::optional<Held> held_;
    double still_seconds_ = 0;  // since the plane was moved
    PlaneChoice plane_before_;

    std::unique_ptr<PotentialMap> map_;
    std::future<std::unique_ptr<PotentialMap>> building_;  // it: that takes a second
    std::shared_ptr<const void> context_;                  // that it is made for
    Stage stage_ = Stage::idle;
    std::future<ParticleRows> rows_;
    double rows_time_ = 0;
    std::vector<Float4> bodies_;          // as read last
    double bodies_time_ = 0, speed_ = 0;  // rms of their velocities
    const void* bodies_of_ = nullptr;     // the run's particles
    std::optional<Wanted> summed_;
    std::optional<Sitting> completed_;  // of the newest map, if a picture has waited for it
    std::optional<SliceMap> newest_;
    bool is_new_ = false;  // for the renderer

    std::optional<SliceRenderer> renderer_;
    std::unique_ptr<HeadlessUi> ui_;
    HandlePlaces handles_;
};

}  // namespace milkomeda
