// The tools with which people play with galaxies in the picture: one adds a galaxy, one grabs and throws, one
// is a heavy body under the pointer. They take mouse and wheel, and ask the session for deeds.
#pragma once

#include <future>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/input.hpp"
#include "app/tools/ring.hpp"
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

// What the tools work on, in a frame of so many seconds.
struct PlayGround {
    LoadedScene& loaded;
    View view;  // of the picture, in the panels' coordinates
    const Camera& camera;
    double time_per_second, gravity;  // model time per second of wall clock
    std::size_t most_bodies;          // that the device holds
    double seconds;
};

// What is to become of the galaxies, at once.
struct GalaxyEdit {
    std::string name;  // "add Milky Way 2"
    SceneChange change;
    ParticleSet sample{};  // of a new one: sample_of() it
};

// How a new galaxy stands to the picture, and what it weighs.
struct NewGalaxyChoice {
    std::size_t kind = 0;
    std::size_t bodies = 0;  // 0: as many as a galaxy of the run has
    double mass_factor = 1;  // of the kind's own mass
    // Its disk: 0 turns anticlockwise in the plane of the picture; and where the near side of the tilt is.
    double inclination_degrees = 40, turn_degrees = 0;
};

// The galaxy that is being aimed, or that is held.
struct Aim {
    std::string galaxy{};  // held: its name; empty: a new one
    glm::vec3 place{0}, velocity{0};
    glm::vec3 spin{0};      // of the new one's disk; of any length but 0
    double mass = 0;        // 0 while it is not known
    double radius = 1;      // of the ring
    bool stands = false;    // the new one waits where a click has put it
    bool ring_hot = false;  // its ring is under the pointer, or held
    std::optional<PredictedPath> path{};
    std::string about{};  // the galaxy that the path is drawn about
};

class PlayTools {
  public:
    explicit PlayTools(const AssetSource& assets) : kinds_{galaxy_kinds(assets)} {}

    PlayTool tool() const { return tool_; }
    void choose(PlayTool tool) { tool_ = tool; }
    // Ends what is under way, or else puts the tool away; false if there is none.
    bool cancel(LoadedScene& loaded);
    bool cancel_what_is_held(LoadedScene& loaded);  // false if nothing is
    // The galaxy in the hand is where it was again; or its bodies are about to be others, or elsewhere.
    void let_go(LoadedScene& loaded);
    void drop();
    void forget();  // all that was about another run

    // Takes what is for the tool of what a person did; the rest is for others.
    Input take(const Input& input, const PlayGround& ground);
    // Prepares what is to be added, and follows what is held.
    void advance(const PlayGround& ground);

    // What is to be done next, if anything.
    std::optional<GalaxyEdit> take_edit();
    // The simulation is to rest at the end of a step: a galaxy is held.
    bool holds() const { return hand_.has_value(); }
    const std::optional<ExternalMass>& external_mass() const { return external_mass_; }
    bool aim_stands() const { return aim_ && aim_->stands; }
    bool are_busy() const { return aim_ || hand_ || external_mass_ || addition_ || coming_.valid(); }

    // For the panel and the picture.
    const std::vector<GalaxyKind>& kinds() const { return kinds_; }
    NewGalaxyChoice choice;
    double own_mass() const;  // of the chosen kind; 0 while it is not known
    const std::optional<Aim>& aim() const { return aim_; }
    double pull_mass() const { return pull_mass_; }
    std::size_t bodies_to_add() const { return bodies_; }

    // The way of an arrow: where a galaxy would be after this time, if nothing pulled.
    static constexpr double arrow_time = 6;

  private:
    struct Sample {
        std::size_t kind, bodies;
        std::uint64_t seed;
        bool operator==(const Sample&) const = default;
    };
    struct Hand {
        std::string galaxy;
        glm::vec3 from{0}, grabbed{0}, now{0};  // its center; and the pointer, as deep as that
        glm::vec3 velocity{0};                  // of the pointer, by wall clock
        std::optional<ParticleSet> rows{};        // once the simulation rests
    };
    struct Size {
        std::string galaxy;
        double mass, radius;
    };

    void begin(const Input& input, const PlayGround& ground);
    void begin_grab(const glm::vec2& pointer, const PlayGround& ground);
    void turn_wheel(const Input& input);
    void move(const Input& input, const PlayGround& ground);
    void release(const Input& input);
    void end();
    glm::vec2 place_on_ring(const glm::vec2& pointer, const PlayGround& ground) const;
    void grab_ring(const glm::vec2& pointer, const PlayGround& ground);
    void turn_ring(const glm::vec2& pointer, const PlayGround& ground);
    void put_back(LoadedScene& loaded) const;
    void refresh_aim(const PlayGround& ground);
    void prepare(const PlayGround& ground);
    SceneChange aimed() const;
    void predict(const PlayGround& ground);
    const std::vector<Size>& sizes(const PlayGround& ground);

    std::vector<GalaxyKind> kinds_;
    PlayTool tool_ = PlayTool::none;
    double pull_mass_ = 5;

    std::optional<Aim> aim_;
    glm::vec2 pressed_at_{0};  // where its place was chosen, screen coordinates
    bool has_stood_ = false;   // before the button went down again
    std::optional<RingGrip> ring_;
    std::optional<Hand> hand_;
    std::optional<ExternalMass> external_mass_;
    std::size_t bodies_ = 0;
    std::uint64_t added_ = 0;

    std::optional<Sample> sampled_, sampling_;  // what the sample is of, and what comes next
    ParticleSet sample_;
    std::future<ParticleSet> coming_;
    std::string trouble_;  // that sampling had
    struct Addition {
        Sample sample;
        SceneChange change;
    };
    std::optional<Addition> addition_;  // waits for its sample
    std::vector<GalaxyEdit> edits_;
    std::vector<Size> sizes_;
    const void* sizes_of_ = nullptr;  // the particles that they are of
};

}  // namespace milkomeda
