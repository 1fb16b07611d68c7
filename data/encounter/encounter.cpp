#include "data/encounter/encounter.hpp"

namespace milkomeda {
namespace {

// Quantities of the orbit at a stage of a step that act on the particles.
struct OrbitStage {
    PhasePoint galaxy2;
    glm::dvec3 reflex;  // acceleration of the frame, because galaxy 1 stays at the origin
    double friction;
};

class ParticleMotion {
  public:
    explicit ParticleMotion(const EncounterParameters& parameters)
        : masses_{parameters.galaxies[0].mass, parameters.galaxies[1].mass},
          potential_{potential_of(parameters.rigid_galaxies)} {}

    glm::dvec3 pull(double mass, const glm::dvec3& offset) const {
        const double r = glm::length(offset);
        return r > 0 ? -mass * potential_.attraction(r) / r * offset : glm::dvec3{0};
    }

    OrbitStage stage(const PhasePoint& galaxy2, double friction) const {
        return {galaxy2, pull(masses_[1], galaxy2.position), friction};
    }

    // Moves a particle by a step. The last stage of the orbit is at the end of the step.
    void advance(PhasePoint& particle, const std::array<OrbitStage, 4>& stages, double step, bool has_friction) const {
        constexpr std::array weights{1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0}, next{0.5, 0.5, 1.0, 0.0};
        const PhasePoint begin = particle;
        PhasePoint at = particle;
        for (std::size_t k = 0; k < 4; ++k) {
            const OrbitStage& orbit = stages[k];
            glm::dvec3 acceleration =
                pull(masses_[0], at.position) + pull(masses_[1], at.position - orbit.galaxy2.position) + orbit.reflex;
            if (has_friction) {
                const bool is_own = potential_.model() == RigidGalaxy::archive;
                acceleration -= orbit.friction * (is_own ? at.velocity : orbit.galaxy2.velocity);
            }
            const glm::dvec3 velocity = at.velocity;
            particle.position += step * weights[k] * velocity;
            particle.velocity += step * weights[k] * acceleration;
            at = {begin.position + step * next[k] * velocity, begin.velocity + step * next[k] * acceleration};
        }
    }

  private:
    std::array<double, 2> masses_;
    const GalaxyPotential& potential_;
};

}  // namespace

EncounterStates run_encounter(const EncounterParameters& parameters, const EncounterSteps& steps,
                              std::array<std::vector<PhasePoint>, 2> disks, const AfterStep& after_step) {
    const RelativeOrbit orbit{parameters};
    const ParticleMotion motion{parameters};
    EncounterStates states{std::move(disks), start_of_orbit(parameters, orbit, steps)};
    for (PhasePoint& particle : states.disks[1]) {
        particle.position += states.galaxy2.position;
        particle.velocity += states.galaxy2.velocity;
    }
    if (after_step) after_step(0, states);
    for (long i = 0; i < steps.forward; ++i) {
        std::array<OrbitStage, 4> stages;
        const auto points = orbit.advance(states.galaxy2, steps.step);
        for (std::size_t k = 0; k < 4; ++k) stages[k] = motion.stage(points[k], orbit.friction(points[k]));
        for (std::size_t g = 0; g < 2; ++g)
            for (PhasePoint& particle : states.disks[g]) motion.advance(particle, stages, steps.step, g == 1);
        if (after_step) after_step(i + 1, states);
    }
    return states;
}

EncounterStates run_encounter(const EncounterParameters& parameters, std::array<std::size_t, 2> particles,
                              double longest_step) {
    const GalaxyPotential& potential = potential_of(parameters.rigid_galaxies);
    const double start = encounter_timing(parameters).start;
    return run_encounter(parameters, encounter_steps(start, longest_step),
                         {test_disk(parameters.galaxies[0], potential, disk_samples(particles[0])),
                          test_disk(parameters.galaxies[1], potential, disk_samples(particles[1]))});
}

}  // namespace milkomeda
