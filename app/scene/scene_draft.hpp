// A scene as the Scene panel edits it: options to load, and what they will make of its galaxies and orbit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "assets/assets.hpp"
#include "data/scene/kepler.hpp"
#include "data/scene/orbit.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// The same with another source. What they say of the galaxies, the orbit and the number of bodies of the one
// before stays behind, and what the camera was to find there.
SceneOptions with_source(SceneOptions options, const std::string& source);

// The command line that does the same: source, --set, --bodies and scales.
std::vector<std::string> source_words(const SceneOptions& options);
std::string command_line(const SceneOptions& options);

// A galaxy of a scene: with its scales, and where it starts. Model units.
struct DraftGalaxy {
    std::string name;
    double mass, half_mass_radius;
    double radius;  // of its disk's edge; without a disk the same as the one above
    bool has_disk;  // something that can be inclined
    GalaxyPlacement placement;
};

// The orbit of two galaxies as points; empty for other numbers of them, and for a fall along a line.
std::optional<KeplerOrbit> orbit_of(const std::vector<DraftGalaxy>& galaxies);

class SceneDraft {
  public:
    SceneDraft(const SceneOptions& options, const Assets& assets);

    const SceneOptions& options() const { return options_; }
    Selection& selection() { return options_.selection; }

    // As its file has it, and with the settings; empty for particle files and for a scene that is wrong.
    const std::optional<Scene>& own() const { return own_; }
    const std::optional<Scene>& scene() const { return scene_; }

    // Sets a key of the scene as --set does; its own value needs no setting. One that does not go with the
    // others changes nothing, and trouble() says why.
    void set(const std::string& key, double value, double own);
    const std::string& trouble() const { return trouble_; }

    // Empty where there is no scene, or where their parts cannot be had; galaxies_trouble() says why.
    // The first call builds the galaxies' models (some 10 ms).
    std::vector<DraftGalaxy> galaxies();
    const std::string& galaxies_trouble() const { return galaxies_trouble_; }

  private:
    struct Size {
        double mass, half_mass_radius;
    };

    Scene load(const SceneOptions& options) const;

    SceneOptions options_;
    const Assets* assets_;
    std::optional<Scene> own_, scene_;
    std::optional<std::vector<Size>> sizes_;  // of the galaxies without scales, once somebody has asked
    std::string trouble_, galaxies_trouble_;
};

}  // namespace milkomeda
