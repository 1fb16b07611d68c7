// The mouse tools that change galaxies: add a galaxy, drag a galaxy and release it with the pointer's velocity, and
// pull bodies with an invisible mass. The main loop applies the edits that take_edit() returns.
#pragma once

#include <future>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/tools/ring.hpp"
#include "app/ui/input.hpp"
#include "data/base/names.hpp"
#include "data/play/predicted_path.hpp"
#include "data/play/scene_changes.hpp"
#include "data/simulation/external_mass.hpp"
#include "render/camera/projection.hpp"

namespace milkomeda {

enum class PlayTool { none, add, grab, pull };
template <>
inline constexpr std::array<std::string_view, 4> names<PlayTool>{"none", "add", "throw", "pull"};

// Data of one frame for the tools.
struct PlayContext {
    LoadedScene& loaded;
    View view;  // view that converts world positions to screen coordinates of the window
    const Camera& camera;
    double time_per_second;   // pace: model time per second of wall-clock time
    double gravity;           // gravitational constant in model units
    std::size_t most_bodies;  // largest number of bodies that fits in the device memory
    double seconds;           // duration of the frame in seconds
};

// A change that a tool makes to the galaxies. The main loop must apply the change to the run.
struct GalaxyEdit {
    std::string name;  // name in the undo history, such as "add Milky Way 2"
    SceneChange change;
    ParticleSet sample{};  // bodies of the added galaxy, from sample_galaxy()
};

// The user's choices for a new galaxy.
struct NewGalaxyChoice {
    std::size_t kind = 0;
    std::size_t bodies = 0;  // number of bodies; 0: the mean number of bodies of the galaxies in the run
    double mass_factor = 1;  // mass of the new galaxy divided by the default mass of its kind
    // Orientation of the disk. At inclination 0 the disk rotates counterclockwise in the plane of the
    // picture; `turn_degrees` rotates the inclined disk about the line of sight.
    double inclination_degrees = 40, turn_degrees = 0;
};

// The galaxy that the user is adding or holding.
struct Aim {
    std::string galaxy{};  // name of the held galaxy; empty for a new galaxy
    glm::vec3 place{0}, velocity{0};
    glm::vec3 spin{0};       // direction of the spin of a new disk (its length has no meaning); 0 for a held galaxy
    double mass = 0;         // mass in model units; 0 while unknown
    double radius = 1;       // radius of the ring in model units
    bool is_placed = false;  // true once a click has placed the new galaxy
    bool ring_highlighted = false;  // true if the pointer is on the ring or drags the ring
    std::optional<PredictedPath> path{};
    std::string about{};  // name of the galaxy relative to which `path` is predicted
};

class PlayTools {
  public:
    explicit PlayTools(const AssetSource& assets) : kinds_{galaxy_kinds(assets)} {}

    PlayTool tool() const { return tool_; }
    void choose(PlayTool tool) { tool_ = tool; }
    // Cancels the action in progress; without an action, deselects the tool. Returns false if there was neither an
    // action nor a tool.
    bool cancel(LoadedScene& loaded);
    bool cancel_what_is_held(LoadedScene& loaded);  // cancels the action in progress; returns false if there was none
    // Both functions release a held galaxy. let_go() also draws the galaxy at its position in the run again; drop()
    // does not, because the bodies of the run are about to change.
    void let_go(LoadedScene& loaded);
    void drop();
    void forget();  // forgets all state of the present run; must be called when another run begins

    // Handles the input for the tool in use, and returns the input that the tool has not used. Throws UsageError if the
    // tool cannot do what the user requests.
    Input take(const Input& input, const PlayContext& frame);
    // Samples the bodies of the galaxy to add, and moves a held galaxy. Must be called once a frame. Throws UsageError
    // if the galaxy cannot be added.
    void advance(const PlayContext& frame);

    // Returns the next edit that must be applied, if any.
    std::optional<GalaxyEdit> take_edit();
    bool holds() const { return held_.has_value(); }  // true while the user holds a galaxy
    // True while the user holds a galaxy, or aims a new galaxy whose bodies are not added yet. The run must then pause
    // at the end of the current step.
    bool pauses_run() const { return held_ || aim_ || addition_; }
    const std::optional<ExternalMass>& external_mass() const { return external_mass_; }
    bool aim_is_placed() const { return aim_ && aim_->is_placed; }
    bool are_busy() const { return aim_ || held_ || external_mass_ || addition_ || sampling_result_.valid(); }

    // State that the panel and the picture show.
    const std::vector<GalaxyKind>& kinds() const { return kinds_; }
    NewGalaxyChoice choice;
    double own_mass() const;  // default mass of the chosen kind of galaxy, in model units; 0 while unknown
    const std::optional<Aim>& aim() const { return aim_; }
    std::size_t bodies_to_add() const { return bodies_; }

    // Length of a velocity arrow divided by the velocity: the model time of free motion that the arrow represents.
    static constexpr double arrow_time = 6;

  private:
    struct Sample {
        std::size_t kind, bodies;
        std::uint64_t seed;
        bool operator==(const Sample&) const = default;
    };
    struct HeldGalaxy {
        std::string galaxy;
        // `from`: center of the galaxy when the button was pressed. `grabbed`, `now`: pointer position at that press
        // and now, projected into the plane that contains `from` and is parallel to the picture.
        glm::vec3 from{0}, grabbed{0}, now{0};
        glm::vec3 velocity{0};  // smoothed velocity of the pointer, in model lengths per second of wall-clock time
        // bodies of the run, read once the simulation has stopped at the end of a step; empty before
        std::optional<ParticleSet> rows{};
    };
    struct Size {
        std::string galaxy;
        double mass, radius;
    };

    void begin(const Input& input, const PlayContext& frame);
    void begin_grab(const glm::vec2& pointer, const PlayContext& frame);
    void turn_wheel(const Input& input);
    void move(const Input& input, const PlayContext& frame);
    void release(const Input& input);
    void end();         // completes the action in progress, and adds its edit to edits_
    void end_action();  // ends the action in progress without an edit
    glm::vec2 place_on_ring(const glm::vec2& pointer, const PlayContext& frame) const;
    void start_ring_drag(const glm::vec2& pointer, const PlayContext& frame);
    void turn_ring(const glm::vec2& pointer, const PlayContext& frame);
    void put_back(LoadedScene& loaded) const;
    void refresh_aim(const PlayContext& frame);
    void prepare(const PlayContext& frame);
    SceneChange aimed() const;
    void predict(const PlayContext& frame);
    const std::vector<Size>& sizes(const PlayContext& frame);

    std::vector<GalaxyKind> kinds_;
    PlayTool tool_ = PlayTool::none;
    double pull_mass_ = 5;

    std::optional<Aim> aim_;
    glm::vec2 pressed_at_{0};  // pointer position of the newest button press, in screen coordinates
    bool was_placed_ = false;  // true if the new galaxy was already placed when the button was pressed
    std::optional<RingGrip> ring_;
    std::optional<HeldGalaxy> held_;
    std::optional<ExternalMass> external_mass_;
    std::size_t bodies_ = 0;
    std::uint64_t added_ = 0;

    // inputs of the finished sampling of bodies, and of the sampling in progress
    std::optional<Sample> sampled_, sampling_;
    ParticleSet sample_;
    std::future<ParticleSet> sampling_result_;
    std::string sampling_error_;  // error message of the last sampling; empty without an error
    struct Addition {
        Sample sample;
        SceneChange change;
    };
    std::optional<Addition> addition_;  // addition that waits until its bodies are sampled
    std::vector<GalaxyEdit> edits_;
    std::vector<Size> sizes_;
    const void* sizes_of_ = nullptr;  // address of the particle set for which sizes_ was computed
};

}  // namespace milkomeda
