#include "data/scene/scene_check.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Checks the duration of a displayed step, which consists of several iterations.
MixedFault fault_of_steps(const MixedBox& box) {
    const double step = box.step_seconds();
    if (timestep_range.contains(step)) return {};
    const bool is_long = step > timestep_range.most;
    return {is_long ? "iterations" : "timestep",
            fmt::format(
                "is {}, so that a displayed step (iterations x timestep) lasts {}; its duration must be from {} to {}",
                is_long ? std::to_string(box.iterations) : short_number(box.timestep), short_number(step),
                short_number(timestep_range.least), short_number(timestep_range.most))};
}

struct Check {
    const Scene& scene;
    const std::string& file;

    void require(bool holds, const std::string& key, const std::string& otherwise) const {
        if (!holds) throw std::invalid_argument(fmt::format("{}: {} {}", origin_of(scene, key, file), key, otherwise));
    }

    // Throws std::invalid_argument unless `holds`. The message begins with the file and line of `table`.
    static void require_here(bool holds, const auto& table, const std::string& otherwise) {
        if (!holds) throw std::invalid_argument(table.origin + ": " + otherwise);
    }

    // Checks the cutoff radius `in_radii`, in units of the scale radius. Below the range, the cutoff would remove the
    // profile; above the range, it would have no effect.
    void require_edge(double in_radii, const std::string& key) const {
        constexpr Range possible{0.05, 1e4};
        require(possible.contains(in_radii), key,
                fmt::format("is {} times the radius, but must be {} to {} times the radius", short_number(in_radii),
                            short_number(possible.least), short_number(possible.most)));
    }

    void spheroid(const SpheroidSpec& spec, const GalaxySpec& galaxy, const std::string& path,
                  const std::string& galaxy_path) const {
        require(spec.profile.has_value(), path + ".profile", "is missing");
        if (*spec.profile == Profile::king) {
            require(galaxy.central_potential > 0, galaxy_path + ".central_potential",
                    "is missing: a King model needs this value");
            require(spec.dispersion > 0, path + ".dispersion", "is missing: a King model needs this value");
            require(spec.central_density > 0, path + ".central_density", "is missing: a King model needs this value");
            require(spec.cutoff < galaxy.central_potential, path + ".cutoff",
                    "must be smaller than the central_potential of the galaxy");
        } else {
            require(spec.mass > 0, path + ".mass", "is missing");
            if (spec.edge) require_edge(*spec.edge / spec.radius, path + ".edge");
        }
    }

    void galaxy(const SceneGalaxy& galaxy) const {
        const std::string path = "galaxy." + galaxy.name;
        const GalaxySpec& model = galaxy.model;
        const bool modelled = model.disk || model.bulge || model.halo || model.stars;
        require(galaxy.file || modelled, path, "is empty: add a disk, bulge, halo, stars or a file");
        require(!galaxy.file || !modelled, path + ".file", "cannot be combined with a disk, bulge, halo or stars");
        if (model.disk) require(model.disk->mass > 0, path + ".disk.mass", "is missing");
        if (model.gas) {
            require(model.disk.has_value(), path + ".gas", "requires a disk, of which the gas is a part");
            require(model.gas->fraction.has_value() != (model.gas->mass > 0), path + ".gas",
                    "takes either a fraction of the disk's mass or a mass");
            const GasParameters& gas = scene.simulation.gas;
            require(
                gas.model == GasModel::adiabatic || model.gas->temperature.value_or(gas.temperature) == gas.temperature,
                path + ".gas.temperature",
                fmt::format("differs from another temperature, {} K, but isothermal gas has a single one; give all "
                            "galaxies and gas.temperature the same, or choose gas.equation_of_state = \"adiabatic\"",
                            short_number(gas.temperature)));
        }
        if (model.bulge) spheroid(*model.bulge, model, path + ".bulge", path);
        if (model.halo) spheroid(*model.halo, model, path + ".halo", path);
        if (model.stars) spheroid(*model.stars, model, path + ".stars", path);

        require(!galaxy.spin || !galaxy.inclination, path + ".spin", "cannot be combined with inclination");
        require(!galaxy.argument || galaxy.inclination, path + ".argument", "requires the key inclination");
        require(!galaxy.inclination || scene.orbit, path + ".inclination",
                "requires an [orbit]; without an orbit, use spin");
        require(!galaxy.position || !scene.orbit, path + ".position", "cannot be combined with an [orbit]");
        require(!galaxy.velocity || !scene.orbit, path + ".velocity", "cannot be combined with an [orbit]");
    }

    void key_frames(const std::vector<SceneKeyFrame>& keys) const {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            require_here(keys[i].time.has_value(), keys[i], "camera.keyframe.time is missing");
            require_here(keys[i].position.has_value(), keys[i], "camera.keyframe.position is missing");
            require_here(
                *keys[i].position != keys[i].target, keys[i],
                "camera.keyframe.position must differ from target, because the camera looks from position to target");
            require_here(i == 0 || *keys[i].time > *keys[i - 1].time, keys[i],
                         "camera.keyframe.time must be later than the time of the previous key frame");
        }
    }

    void milestones(const std::vector<SceneMilestone>& milestones) const {
        for (std::size_t i = 0; i < milestones.size(); ++i) {
            require_here(!std::isnan(milestones[i].time), milestones[i], "milestone.time is missing");
            require_here(!milestones[i].title.empty(), milestones[i], "milestone.title is missing");
            require_here(i == 0 || milestones[i].time > milestones[i - 1].time, milestones[i],
                         "milestone.time must be later than the time of the previous milestone");
        }
    }

    // Checks the changes. If a galaxy comes from a particle file, whose galaxy names are unknown here, the names in the
    // changes are not checked.
    void changes(const std::vector<SceneChange>& changes) const {
        std::vector<std::string> there;
        for (const SceneGalaxy& galaxy : scene.galaxies) there.push_back(galaxy.name);
        const bool are_known =
            std::ranges::none_of(scene.galaxies, [](const SceneGalaxy& galaxy) { return galaxy.file.has_value(); });
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const SceneChange& change = changes[i];
            const bool adds = change.added.has_value(), throws = change.thrown.has_value();
            require_here(change.time.has_value(), change, "change.time is missing");
            require_here(i == 0 || *change.time >= *changes[i - 1].time, change,
                         "change.time must not be earlier than the time of the previous change");
            require_here(adds + throws + change.deleted.has_value() == 1, change,
                         "change requires exactly one of the keys add, throw and delete");
            require_here(change.like.has_value() == adds, change,
                         adds ? "change.like is missing: the name of the galaxy whose model the new galaxy gets"
                              : "change.like requires the key add");
            require_here(change.position.has_value() == adds, change,
                         adds ? "change.position is missing" : "change.position requires the key add");
            require_here(adds || !change.spin, change, "change.spin requires the key add");
            require_here(throws || !change.moved_by, change, "change.way requires the key throw");
            require_here(adds || throws || !change.velocity, change, "change.velocity requires the key add or throw");
            if (adds) {
                require_here(!are_known || std::ranges::find(there, *change.added) == there.end(), change,
                             "change.add: the galaxy '" + *change.added + "' exists already");
                there.push_back(*change.added);
                continue;
            }
            const std::string& name = throws ? *change.thrown : *change.deleted;
            const auto found = std::ranges::find(there, name);
            require_here(!are_known || found != there.end(), change,
                         (throws ? "change.throw: there is no galaxy '" : "change.delete: there is no galaxy '") +
                             name + "' at this time; there are: " + join(there));
            if (change.deleted && found != there.end()) there.erase(found);
            require_here(
                !are_known || !there.empty(), change,
                "change.delete: '" + name + "' is the only galaxy at this time, and a scene needs at least one galaxy");
        }
    }

    void perturbers(const std::vector<ScenePerturber>& perturbers) const {
        for (std::size_t i = 0; i < perturbers.size(); ++i) {
            const ScenePerturber& perturber = perturbers[i];
            const auto same_name = [&](const ScenePerturber& other) { return other.name == perturber.name; };
            require_here(!perturber.name.empty(), perturber, "perturber.name is missing");
            require_here(
                std::none_of(perturbers.begin(), perturbers.begin() + static_cast<std::ptrdiff_t>(i), same_name),
                perturber, "perturber.name: the perturber '" + perturber.name + "' exists already");
            require_here(perturber.mass > 0, perturber, "perturber.mass is missing");
            require_here(!perturber.galaxy || std::ranges::find(scene.galaxies, *perturber.galaxy,
                                                                &SceneGalaxy::name) != scene.galaxies.end(),
                         perturber,
                         "perturber.galaxy: there is no galaxy '" + perturber.galaxy.value_or("") +
                             "'; there are: " + join(scene.galaxies, &SceneGalaxy::name));
            for (std::size_t j = 0; j < i; ++j)
                require_here(perturbers[j].galaxy != perturber.galaxy || perturbers[j].position != perturber.position,
                             perturber,
                             "perturber.position equals the position of '" + perturbers[j].name +
                                 "'; move one of these perturbers");
        }
    }

    void orbit(const SceneOrbit& orbit) const {
        require(
            scene.galaxies.size() == 2, "orbit",
            "requires exactly two galaxies; for other numbers of galaxies, set position and velocity of each galaxy");
        require(orbit.pericenter > 0, "orbit.pericentre", "is missing");
        require(orbit.separation >= orbit.pericenter, "orbit.separation",
                orbit.separation > 0 ? "must not be smaller than the pericenter" : "is missing");
        const double e = orbit.eccentricity;
        require(e >= 1 || orbit.separation * (1 - e) <= orbit.pericenter * (1 + e) * (1 + 1e-9), "orbit.separation",
                "must not be larger than the apocenter of the orbit");
    }
};

}  // namespace

std::string origin_of(const Scene& scene, std::string key, const std::string& file) {
    while (true) {
        if (const auto found = scene.origins.find(key); found != scene.origins.end()) return found->second;
        const std::size_t dot = key.rfind('.');
        if (dot == key.npos) return file;
        key.resize(dot);
    }
}

void check_scene(const Scene& scene, const std::string& file) {
    const Check check{scene, file};
    check.require(!scene.title.empty(), "title", "is missing");
    check.key_frames(scene.camera.key_frames);
    check.milestones(scene.milestones);
    if (scene.mixed) {
        check.require(scene.galaxies.empty() && !scene.orbit && scene.changes.empty() && scene.perturbers.empty(),
                      "mixed", "cannot be combined with galaxies, an orbit, changes or perturbers");
        for (const MixedFault& fault : {fault_of(*scene.mixed), fault_of_steps(*scene.mixed)})
            check.require(fault.key.empty(), "mixed." + fault.key, fault.why);
        return;
    }
    check.require(!scene.galaxies.empty(), "galaxy", "is missing: a scene needs at least one table [galaxy.NAME]");
    for (const SceneGalaxy& galaxy : scene.galaxies) check.galaxy(galaxy);
    if (scene.orbit) check.orbit(*scene.orbit);
    check.changes(scene.changes);
    check.perturbers(scene.perturbers);
}

}  // namespace milkomeda
