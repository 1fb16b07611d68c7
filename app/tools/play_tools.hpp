// The mouse tools that change galaxies in the picture: adding a galaxy, grabbing and throwing a galaxy, and
// pulling bodies by an invisible mass under the pointer. The tools use mouse and wheel input; the main loop
// takes their edits by take_edit().
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

// State of the program that the tools work on in one frame.
struct PlayContext {
    LoadedScene& loaded;
    View view;  // view of the picture, in the panels' coordinates
    const Camera& camera;
    double time_per_second, gravity;  // model time per second of wall-clock time
    std::size_t most_bodies;          // number of bodies that the device memory holds
    double seconds;
};

// A change of the galaxies, to be carried out at once.
struct GalaxyEdit {
    std::string name;  // name for the undo history, such as "add Milky Way 2"
    SceneChange change;
    ParticleSet sample{};  // bodies of an added galaxy, from sample_galaxy()
};

// Orientation, mass and number of bodies of a new galaxy.
struct NewGalaxyChoice {
    std::size_t kind = 0;
    std::size_t bodies = 0;  // 0: as many as the other galaxies of the run have
    double mass_factor = 1;  // relative to the usual mass of the kind
    // Orientation of the disk: at inclination 0 it turns counterclockwise in the plane of the picture; `turn`
    // rotates the inclined disk within the picture.
    double inclination_degrees = 40, turn_degrees = 0;
};

// The galaxy that is being added or held.
struct Aim {
    std::string galaxy{};  // name of the held galaxy; empty for a new galaxy
    glm::vec3 place{0}, velocity{0};
    glm::vec3 spin{0};              // direction of a new disk's spin, of any length; 0 for a held galaxy
    double mass = 0;                // 0 while unknown
    double radius = 1;              // radius of the ring
    bool is_placed = false;         // A click has placed the new galaxy, and it waits for its velocity.
    bool ring_highlighted = false;  // The ring is under the pointer, or held.
    std::optional<PredictedPath> path{};
    std::string about{};  // galaxy that the path refers to
};

class PlayTools {
  public:
    explicit PlayTools(const AssetSource& assets) : kinds_{galaxy_kinds(assets)} {}

    PlayTool tool() const { return tool_; }
    void choose(PlayTool tool) { tool_ = tool; }
    // Cancels the current action, or else puts the tool away. Returns false if there is neither.
    bool cancel(LoadedScene& loaded);
    bool cancel_what_is_held(LoadedScene& loaded);  // Returns false if nothing is held.
    // let_go() puts a held galaxy back. drop() forgets it without that, because the bodies are about to
    // change.
    void let_go(LoadedScene& loaded);
    void drop();
    void forget();  // Forgets everything about the current run, because another run begins.

    // Uses the input that is for the tool, and returns the input without it. Throws UsageError.
    Input take(const Input& input, const PlayContext& frame);
    // Prepares the galaxy to be added, and moves a held galaxy. Call once per frame. Throws UsageError.
    void advance(const PlayContext& frame);

    // Returns the next edit to carry out, if any.
    std::optional<GalaxyEdit> take_edit();
    // True while a galaxy is held: the simulation must stop at the end of a step.
    bool holds() const { return held_.has_value(); }
    const std::optional<ExternalMass>& external_mass() const { return external_mass_; }
    bool aim_is_placed() const { return aim_ && aim_->is_placed; }
    bool are_busy() const { return aim_ || held_ || external_mass_ || addition_ || sampling_result_.valid(); }

    // State for the panel and the picture.
    const std::vector<GalaxyKind>& kinds() const { return kinds_; }
    NewGalaxyChoice choice;
    double own_mass() const;  // usual mass of the chosen kind; 0 while unknown
    const std::optional<Aim>& aim() const { return aim_; }
    std::size_t bodies_to_add() const { return bodies_; }

    // Model time of free motion that the arrow of a velocity shows.
    static constexpr double arrow_time = 6;

  private:
    struct Sample {
        std::size_t kind, bodies;
        std::uint64_t seed;
        bool operator==(const Sample&) const = default;
    };
    struct HeldGalaxy {
        std::string galaxy;
        // center of the galaxy; pointer at first and now, at the galaxy's depth
        glm::vec3 from{0}, grabbed{0}, now{0};
        glm::vec3 velocity{0};  // velocity of the pointer per second of wall-clock time
        // state of the run, once the simulation has stopped at the end of a step
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
    void end();
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
    glm::vec2 pressed_at_{0};  // screen coordinates of the last button press
    bool was_placed_ = false;  // The galaxy was already placed when the button went down.
    std::optional<RingGrip> ring_;
    std::optional<HeldGalaxy> held_;
    std::optional<ExternalMass> external_mass_;
    std::size_t bodies_ = 0;
    std::uint64_t added_ = 0;

    std::optional<Sample> sampled_, sampling_;  // galaxies in sample_ and in the current sampling
    ParticleSet sample_;
    std::future<ParticleSet> sampling_result_;
    std::string sampling_error_;  // error message of sampling
    struct Addition {
        Sample sample;
        SceneChange change;
    };
    std::optional<Addition> addition_;  // addition that waits for its sample
    std::vector<GalaxyEdit> edits_;
    std::vector<Size> sizes_;
    const void* sizes_of_ = nullptr;  // particles that sizes_ was computed for
};

}  // namespace milkomeda
