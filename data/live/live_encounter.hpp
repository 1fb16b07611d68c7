// Scenes of two self-consistent galaxies that repeat a restricted encounter.
#pragma once

#include <string>

#include "data/base/units.hpp"
#include "data/encounter/encounter_orbit.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Factors from the units of encounters to model units (data/base/units.hpp).
inline constexpr double live_length = encounter_kpc / kpc_per_length, live_speed = encounter_km_s / km_s_per_velocity,
                        live_time = live_length / live_speed,
                        live_mass = encounter_solar_masses / solar_masses_per_mass;

// Start of a run with live galaxies, in the units and axes of encounters.
struct LiveStart {
    double time = 0;     // negative; the present of the encounter has the time 0
    PhasePoint galaxy2;  // relative to galaxy 1
};

// Returns the start time of the encounter, and the state from which the rigid orbit with friction reaches the present
// of the encounter. Both the restricted and the live galaxies are undisturbed at this time.
LiveStart live_start(const EncounterParameters& parameters);

// Returns the direction of the spin of a disk, in the axes of encounters: x to the right, y up, z toward the observer.
glm::dvec3 spin_of_disk(const EncounterGalaxy& galaxy);

// Returns the model of a galaxy with the mass profile of the rigid galaxies, in model units. The disk ends at its
// radius in the encounter, which is three scale lengths (SPAM) or five (Milky Way).
//
// SPAM: 81 % of the mass is a halo that ends near 30 kpc, 14 % an exponential disk, and 4.7 % a bulge.
// Milky Way: the components of milky_way_spec(). Bulge and halo have profiles whose shape does not depend on the radius
// of the disk, unlike King models; the mass within each radius differs from milky_way_spec() by at most 3 %.
GalaxySpec live_galaxy(const EncounterGalaxy& galaxy, RigidGalaxy rigid_galaxy);

// Text of a scene file with live galaxies, whose axes are those of the encounter.
struct LiveSceneText {
    std::string title;
    std::string comments = {};  // lines at the begin of the file, each with # and a line break
    double present = 0;         // time of the present of the run, in units of encounters
    std::size_t bodies = 16384;
};
std::string live_scene_text(const EncounterParameters& parameters, const LiveStart& start, const LiveSceneText& text);

}  // namespace milkomeda
