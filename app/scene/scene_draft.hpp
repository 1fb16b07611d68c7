// A scene that the user edits in the Scenes card before it is loaded: its options, galaxies and orbit.
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

// Returns true for a setting of a galaxy or of the orbit.
inline bool sets_galaxies(const SceneSettings::value_type& setting) {
    return setting.first.starts_with("orbit.") || setting.first.starts_with("galaxy.");
}

// Returns the options with another source. Drops the settings of the old source: galaxies, orbit, number of bodies,
// columns of a different table, and the camera options --sky, --path and --follow.
SceneOptions with_source(SceneOptions options, const std::string& source);

// Return the words of a command line that select the scene: source, --set, --bodies and scales.
std::vector<std::string> source_words(const SceneOptions& options);
std::string command_line(const SceneOptions& options);

// A galaxy at the start of a scene, after its keys mass_scale and length_scale have been applied. Quantities are in
// model units.
struct DraftGalaxy {
    std::string name;
    double mass, half_mass_radius;
    double radius;  // radius of the disk's edge; half_mass_radius if there is no disk
    bool has_disk;  // true if the galaxy has a disk or comes from a file, so that an inclination applies
    GalaxyPlacement placement;
};

// Returns the orbit of two galaxies as point masses. Empty for more or fewer galaxies and for straight motion.
std::optional<KeplerOrbit> orbit_of(const std::vector<DraftGalaxy>& galaxies);

class SceneDraft {
  public:
    SceneDraft(const SceneOptions& options, const Assets& assets);

    const SceneOptions& options() const { return options_; }
    Selection& selection() { return options_.selection; }

    // Return the scene as its file describes it (own()), and the scene with the settings of the user (scene()). Both
    // optionals are empty for particle files and invalid scenes.
    const std::optional<Scene>& own() const { return own_; }
    const std::optional<Scene>& scene() const { return scene_; }

    // Sets a key of the scene, as the option --set does. `own` is the value in the file. If `value` equals `own`, the
    // setting is removed. An invalid value changes nothing; trouble() then returns the reason.
    void set(const std::string& key, double value, double own);
    const std::string& trouble() const { return trouble_; }

    // Returns the galaxies of the scene; empty without a scene. Also empty if the data of a galaxy are missing;
    // galaxies_trouble() then returns the reason. The first call builds the galaxy models in about 10 ms.
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
    std::optional<std::vector<Size>> sizes_;  // unscaled sizes of the galaxies; empty before the first galaxies()
    std::string trouble_, galaxies_trouble_;
};

}  // namespace milkomeda
