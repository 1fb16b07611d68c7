#include "data/live/live_encounter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/encounter/test_disk.hpp"
#include "data/galaxies/galaxy_model.hpp"
#include "data/galaxies/milky_way.hpp"
#include "data/text/one_line.hpp"

namespace milkomeda {
namespace {

// Shares of disk, bulge and halo in the bodies of a galaxy.
constexpr double disk_bodies = 0.4, bulge_bodies = 0.08, halo_bodies = 0.52;

// Masses of the components of SPAM's galaxies, in units of the disk's mass (Wallin, Holincheck and Harvey 2016).
constexpr double halo_part = 5.8, disk_part = 1, bulge_part = 1 / 3.0, all_parts = halo_part + disk_part + bulge_part;

std::string vector_text(const glm::dvec3& v) { return fmt::format("[{:.9g}, {:.9g}, {:.9g}]", v.x, v.y, v.z); }

// Weight of a galaxy in the division of bodies: its share of the mass, but at least 30 %, so that small disks are drawn
// by enough bodies.
double weight_of(const EncounterParameters& parameters, std::size_t galaxy) {
    constexpr double least = 0.3;
    const auto& [first, second] = parameters.galaxies;
    return std::clamp(parameters.galaxies[galaxy].mass / (first.mass + second.mass), least, 1 - least);
}

// Returns the text as a string of TOML on one line.
std::string toml_string(const std::string& text) {
    std::string line = one_line(text);
    std::erase_if(line, [](char c) { return c == '"' || c == '\\'; });
    return '"' + line + '"';
}

std::string spheroid_text(const std::string& table, const SpheroidSpec& spec) {
    return fmt::format("\n[{}]\nprofile = \"{}\"\nmass = {:.6g}\nradius = {:.6g}\nedge = {:.6g}\nbodies = {:g}\n",
                       table, name_of(*spec.profile), spec.mass, spec.radius, *spec.edge, *spec.bodies);
}

std::string galaxy_text(const EncounterParameters& parameters, std::size_t galaxy, const PhasePoint& state) {
    const EncounterGalaxy& of = parameters.galaxies[galaxy];
    const GalaxySpec spec = live_galaxy(of, parameters.rigid_galaxies);
    const std::string table = fmt::format("galaxy.galaxy-{}", galaxy + 1);
    std::string text = fmt::format(
        "\n[{0}]\nposition = {1}\nvelocity = {2}\nspin = {3}\nbodies = {4:.3g}\n\n[{0}.disk]\nmass = {5:.6g}\n"
        "scale_length = {6:.6g}\nscale_height = {7:g}\nedge = {8:g}\nedge_width = {9:g}\ntoomre_q = {10:g}\n"
        "bodies = {11:g}\n",
        table, vector_text(live_length * state.position), vector_text(live_speed * state.velocity),
        vector_text(spin_of_disk(of)), weight_of(parameters, galaxy), spec.disk->mass, spec.disk->scale_length,
        spec.disk->scale_height, spec.disk->edge, spec.disk->edge_width, spec.disk->toomre_q, *spec.disk->bodies);
    return text + spheroid_text(table + ".bulge", *spec.bulge) + spheroid_text(table + ".halo", *spec.halo);
}

GalaxySpec live_spam_galaxy(const EncounterGalaxy& galaxy) {
    // Lengths of the rigid galaxies in units of 15 kpc. Plummer's sphere of the radius 0.0167 has the half-mass radius
    // of the rigid bulge exp(-(r / 0.02)^2).
    constexpr double halo_core = 0.1, halo_edge = 1, bulge_radius = 0.0167, scale_lengths = 3;
    const double mass = live_mass * galaxy.mass / all_parts;
    GalaxySpec spec;
    spec.disk = DiskSpec{.mass = disk_part * mass,
                         .scale_length = live_length * galaxy.radius / scale_lengths,
                         .edge = scale_lengths,
                         .edge_width = 0.2,
                         .bodies = disk_bodies};
    spec.bulge = SpheroidSpec{.profile = Profile::plummer,
                              .mass = bulge_part * mass,
                              .radius = live_length * bulge_radius,
                              .edge = 10 * live_length * bulge_radius,
                              .bodies = bulge_bodies};
    spec.halo = SpheroidSpec{.profile = Profile::isothermal,
                             .mass = halo_part * mass,
                             .radius = live_length * halo_core,
                             .edge = live_length * halo_edge,
                             .bodies = halo_bodies};
    return spec;
}

// Fits to the enclosed masses of the King models of milky_way_spec(), in model units. Beyond 600 pc, twice the
// softening of the runs, the largest errors are 1.1 % (bulge) and 2.4 % (halo) of the mass of the galaxy within the
// same radius.
constexpr double bulge_core = 0.1, bulge_edge = 0.375, halo_radius = 10.6, halo_edge = 5.8;

GalaxySpec live_milky_way(const EncounterGalaxy& galaxy) {
    static const GalaxyModel model{milky_way_spec()};
    const auto mass_of = [](std::string_view name) {
        return std::ranges::find(model.spheroids, name, &Spheroid::name)->mass;
    };
    GalaxySpec spec = milky_way_spec();
    const double disk_mass = live_mass * galaxy.mass * potential_of(RigidGalaxy::milky_way).disk_mass();
    const double scale = disk_mass / spec.disk->mass;
    spec.central_potential = 0;  // the profiles below are no King models
    spec.disk->mass = disk_mass;
    spec.disk->scale_length = live_length * galaxy.radius / spec.disk->edge;
    spec.disk->bodies = disk_bodies;
    spec.bulge = SpheroidSpec{.profile = Profile::isothermal,
                              .mass = scale * mass_of("bulge"),
                              .radius = bulge_core,
                              .edge = bulge_edge,
                              .bodies = bulge_bodies};
    spec.halo = SpheroidSpec{.profile = Profile::nfw,
                             .mass = scale * mass_of("halo"),
                             .radius = halo_radius,
                             .edge = halo_edge,
                             .bodies = halo_bodies};
    return spec;
}

}  // namespace

LiveStart live_start(const EncounterParameters& parameters) {
    const double start = encounter_timing(parameters).start;
    return {start, start_of_orbit(parameters, RelativeOrbit{parameters}, encounter_steps(start))};
}

glm::dvec3 spin_of_disk(const EncounterGalaxy& galaxy) {
    const DiskPlane plane = disk_plane(galaxy);
    return glm::cross(plane.x_axis, plane.y_axis);
}

GalaxySpec live_galaxy(const EncounterGalaxy& galaxy, RigidGalaxy rigid_galaxy) {
    return rigid_galaxy == RigidGalaxy::milky_way ? live_milky_way(galaxy) : live_spam_galaxy(galaxy);
}

std::string live_scene_text(const EncounterParameters& parameters, const LiveStart& start, const LiveSceneText& text) {
    // The camera sees 2.5 times the extent of the disks and the separation.
    constexpr double timestep = 0.03, softening = 0.075, view_factor = 2.5, later = 2;
    const double size =
        glm::length(glm::dvec2{parameters.position}) + parameters.galaxies[0].radius + parameters.galaxies[1].radius;
    const auto scene_time = [&](double time) { return live_time * (time - start.time); };
    const EncounterTiming timing = encounter_timing(parameters);
    std::string scene = text.comments + fmt::format("\ntitle = {}\nbodies = {}\npicture_time = {:.6g}\n",
                                                    toml_string(text.title), text.bodies, scene_time(text.present));
    scene += fmt::format("\n[simulation]\ntimestep = {:g}\nsoftening = {:g}\nuntil = {:.6g}\n", timestep, softening,
                         scene_time(text.present + later));
    const double closest = scene_time(timing.closest_time), present = scene_time(text.present);
    if (closest > 0 && closest < present)
        scene += fmt::format("\n[[milestone]]\ntime = {:.6g}\ntitle = \"closest approach of the rigid galaxies\"\n",
                             closest);
    scene += fmt::format("\n[[milestone]]\ntime = {:.6g}\ntitle = \"the present\"\n", present);
    scene += fmt::format(
        "\n[camera]\nposition = [0, 0, {:.6g}]\nfield_of_view_degrees = 40\nfills_picture = false\n\n[view]\nhidden = "
        "[\"halo\"]\n",
        view_factor * live_length * size);
    return scene + galaxy_text(parameters, 0, {}) + galaxy_text(parameters, 1, start.galaxy2);
}

}  // namespace milkomeda
