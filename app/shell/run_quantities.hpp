// The values of the quantities that the checks of a lesson compare, for the displayed run.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/diagnostics/live_diagnostics.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tools/match_tool.hpp"
#include "data/lesson/quantities.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

// The displayed run, whose quantities the checks of a lesson compare with values.
struct LessonRun {
    const LoadedScene& loaded;
    const SimulationParameters& parameters;
    const LiveDiagnostics& diagnostics;
    const glm::vec3& view_direction;  // direction in which the camera looks
    bool is_comparing;                // true while two runs are compared
    const MatchTool& match;
};

// Mass and orientation of the galaxies at the start of a run.
struct GalaxyFacts {
    // ratio of the masses of the first two galaxies, at most 1; empty with fewer galaxies
    std::optional<double> mass_ratio{};
    // Angle in degrees between the spin of each disk and the galaxy's orbital angular momentum relative to the most
    // massive other galaxy, by the name of the galaxy.
    std::map<std::string, double> inclinations{};
};
GalaxyFacts galaxy_facts(const ParticleSet& bodies);

class RunQuantities {
  public:
    // Sets the direction of view of the lesson's picture, to which `view_angle` is relative.
    void begin(const std::optional<glm::dvec3>& picture_direction) { picture_direction_ = picture_direction; }

    // Returns the present value of the quantity `name`, which is listed by quantities(); an empty optional while the
    // value is unknown. Diagnostics are values of the newest measurement that is not later than the displayed time.
    std::optional<QuantityValue> find(const std::string& name, const LessonRun& run);

  private:
    const GalaxyFacts& facts_of(const LoadedScene& loaded);
    std::optional<QuantityValue> of_galaxy(const std::string& name, const LessonRun& run);

    std::optional<glm::dvec3> picture_direction_;
    std::weak_ptr<const SceneSetup> setup_;  // setup to which facts_ belongs
    GalaxyFacts facts_;
};

}  // namespace milkomeda
