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

// Returns the options with another source. Drops what belonged to the old source: the settings of galaxies
// and orbit, the number of bodies, and the target of the camera.
SceneOptions with_source(SceneOptions options, const std::string& source);

// Command line with the effect of the options: source, --set, --bodies and scales.
std::vector<std::string> source_words(const SceneOptions& options);
std::string command_line(const SceneOptions& options);

// A galaxy of a scene after its scales are applied, and its start. Model units.
struct DraftGalaxy {
    std::string name;
    double mass, half_mass_radius;
    double radius;  // radius of the edge of the disk; half_mass_radius if there is no disk
    bool has_disk;  // true if the galaxy has an inclination
    GalaxyPlacement placement;
};

// Returns the orbit of two galaxies as point masses; empty for other numbers of galaxies, and for a fall
// along a line.
std::optional<KeplerOrbit> orbit_of(const std::vector<DraftGalaxy>& galaxies);

class SceneDraft {
  public:
    SceneDraft(const SceneOptions& options, const Assets& assets);

    const SceneOptions& options() const { return options_; }
    Selection& selection() { return options_.selection; }

    // The scene as its file has it, and the scene with the settings. Both are empty for particle files and
    // invalid scenes.
    const std::optional<Scene>& own() const { return own_; }
    const std::optional<Scene>& scene() const { return scene_; }

    // Sets a key of the scene as --set does. If `value` equals `own`, the value of the file, the setting is
    // removed. An invalid combination changes nothing; trouble() gives the reason.
    void set(const std::string& key, double value, double own);
    const std::string& trouble() const { return trouble_; }

    // Returns an empty list without a scene, or if the data of a galaxy are missing; galaxies_trouble() gives
    // the reason. The first call builds the models of the galaxies (about 10 ms).
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
    // sizes of the galaxies without scales; empty before galaxies() is called
    std::optional<std::vector<Size>> sizes_;
    std::string trouble_, galaxies_trouble_;
};

}  // namespace milkomeda
