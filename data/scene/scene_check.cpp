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
            fmt::format("is {}, so that the iterations of a step are {} together; they must be from {} to {}",
                        is_long ? std::to_string(box.iterations) : short_number(box.timestep), short_number(step),
                        short_number(timestep_range.least), short_number(timestep_range.most))};
}

struct Check {
    const Scene& scene;
    const std::string& file;

    void require(bool holds, const std::string& key, const std::string& otherwise) const {
        if (!holds) throw std::invalid_argument(fmt::format("{}: {} {}", origin_of(scene, key, file), key, otherwise));
    }

    // Checks the cutoff radius: smaller values remove the profile, larger values have no effect.
    void require_edge(double in_radii, const std::string& key) const {
        constexpr Range possible{0.05, 1e4};
        require(possible.contains(in_radii), key,
                fmt::format("is {} times the radius; it must be {} to {} times", short_number(in_radii),
                            short_number(possible.least), short_number(possible.most)));
    }

    void spheroid(const SpheroidSpec& spec, const GalaxySpec& galaxy, const std::string& path,
                  const std::string& galaxy_path) const {
        require(spec.profile.has_value(), path + ".profile", "is missing");
        if (*spec.profile == Profile::king) {
            require(galaxy.central_potential > 0, galaxy_path + ".central_potential",
                    "is missing: King models follow from it");
            require(spec.dispersion > 0, path + ".dispersion", "is missing: a King model needs it");
            require(spec.central_density > 0, path + ".central_density", "is missing: a King model needs it");
            require(spec.cutoff < galaxy.central_potential, path + ".cutoff",
                    "must be below the galaxy's central_potential");
        } else {
            require(spec.mass > 0, path + ".mass", "is missing");
            if (spec.edge) require_edge(*spec.edge / spec.radius, path + ".edge");
        }
    }

    void galaxy(const SceneGalaxy& galaxy) const {
        const std::string path = "galaxy." + galaxy.name;
        const GalaxySpec& model = galaxy.model;
        const bool modelled = model.disk || model.bulge || model.halo || model.stars;
        require(galaxy.file || modelled, path, "is empty: give it a disk, bulge, halo, stars or a file");
        require(!galaxy.file || !modelled, path + ".file", "and a model exclude each other");
        if (model.disk) require(model.disk->mass > 0, path + ".disk.mass", "is missing");
        if (model.bulge) spheroid(*model.bulge, model, path + ".bulge", path);
        if (model.halo) spheroid(*model.halo, model, path + ".halo", path);
        if (model.stars) spheroid(*model.stars, model, path + ".stars", path);

        require(!galaxy.spin || !galaxy.inclination, path + ".spin", "and inclination exclude each other");
        require(!galaxy.argument || galaxy.inclination, path + ".argument", "goes with an inclination");
        require(!galaxy.inclination || scene.orbit, path + ".inclination", "goes with an [orbit]; else use spin");
        require(!galaxy.position || !scene.orbit, path + ".position", "and an [orbit] exclude each other");
        require(!galaxy.velocity || !scene.orbit, path + ".velocity", "and an [orbit] exclude each other");
    }

    void key_frames(const std::vector<SceneKeyFrame>& keys) const {
        const auto require_here = [](bool holds, const SceneKeyFrame& key, const char* otherwise) {
            if (!holds) throw std::invalid_argument(key.origin + ": camera.keyframe" + otherwise);
        };
        for (std::size_t i = 0; i < keys.size(); ++i) {
            require_here(keys[i].time.has_value(), keys[i], ".time is missing");
            require_here(keys[i].position.has_value(), keys[i], ".position is missing");
            require_here(*keys[i].position != keys[i].target, keys[i],
                         ".position is the target, so that it looks nowhere");
            require_here(i == 0 || *keys[i].time > *keys[i - 1].time, keys[i],
                         ".time must be after that of the key frame before");
        }
    }

    void milestones(const std::vector<SceneMilestone>& milestones) const {
        const auto require_here = [](bool holds, const SceneMilestone& milestone, const char* otherwise) {
            if (!holds) throw std::invalid_argument(milestone.origin + ": milestone" + otherwise);
        };
        for (std::size_t i = 0; i < milestones.size(); ++i) {
            require_here(!std::isnan(milestones[i].time), milestones[i], ".time is missing");
            require_here(!milestones[i].title.empty(), milestones[i], ".title is missing");
            require_here(i == 0 || milestones[i].time > milestones[i - 1].time, milestones[i],
                         ".time must be after that of the milestone before");
        }
    }

    // Checks the changes. Names of existing galaxies are known, except for names from particle files.
    void changes(const std::vector<SceneChange>& changes) const {
        const auto require_here = [](bool holds, const SceneChange& change, const std::string& otherwise) {
            if (!holds) throw std::invalid_argument(change.origin + ": change" + otherwise);
        };
        std::vector<std::string> there;
        for (const SceneGalaxy& galaxy : scene.galaxies) there.push_back(galaxy.name);
        const bool are_known =
            std::ranges::none_of(scene.galaxies, [](const SceneGalaxy& galaxy) { return galaxy.file.has_value(); });
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const SceneChange& change = changes[i];
            const bool adds = change.added.has_value(), throws = change.thrown.has_value();
            require_here(change.time.has_value(), change, ".time is missing");
            require_here(i == 0 || *change.time >= *changes[i - 1].time, change,
                         ".time must not be before that of the change before");
            require_here(adds + throws + change.deleted.has_value() == 1, change,
                         " takes one of add, throw and delete");
            require_here(change.like.has_value() == adds, change,
                         adds ? ".like is missing: the galaxy whose model it has" : ".like goes with add");
            require_here(change.position.has_value() == adds, change,
                         adds ? ".position is missing" : ".position goes with add");
            require_here(adds || !change.spin, change, ".spin goes with add");
            require_here(throws || !change.way, change, ".way goes with throw");
            require_here(adds || throws || !change.velocity, change, ".velocity goes with add and throw");
            if (adds) {
                require_here(!are_known || std::ranges::find(there, *change.added) == there.end(), change,
                             ".add: there is a galaxy '" + *change.added + "' already");
                there.push_back(*change.added);
                continue;
            }
            const std::string& name = throws ? *change.thrown : *change.deleted;
            const auto found = std::ranges::find(there, name);
            require_here(!are_known || found != there.end(), change,
                         (throws ? ".throw: there is no galaxy '" : ".delete: there is no galaxy '") + name +
                             "' then; there are: " + join(there));
            if (change.deleted && found != there.end()) there.erase(found);
            require_here(!are_known || !there.empty(), change,
                         ".delete: '" + name + "' is the last galaxy then, and one must stay");
        }
    }

    void perturbers(const std::vector<ScenePerturber>& perturbers) const {
        const auto require_here = [](bool holds, const ScenePerturber& perturber, const std::string& otherwise) {
            if (!holds) throw std::invalid_argument(perturber.origin + ": perturber" + otherwise);
        };
        for (std::size_t i = 0; i < perturbers.size(); ++i) {
            const ScenePerturber& perturber = perturbers[i];
            const auto same_name = [&](const ScenePerturber& other) { return other.name == perturber.name; };
            require_here(!perturber.name.empty(), perturber, ".name is missing");
            require_here(
                std::none_of(perturbers.begin(), perturbers.begin() + static_cast<std::ptrdiff_t>(i), same_name),
                perturber, ".name: there is a '" + perturber.name + "' already");
            require_here(perturber.mass > 0, perturber, ".mass is missing");
            require_here(!perturber.galaxy || std::ranges::find(scene.galaxies, *perturber.galaxy,
                                                                &SceneGalaxy::name) != scene.galaxies.end(),
                         perturber,
                         ".galaxy: there is no galaxy '" + perturber.galaxy.value_or("") +
                             "'; there are: " + join(scene.galaxies, &SceneGalaxy::name));
            for (std::size_t j = 0; j < i; ++j)
                require_here(
                    perturbers[j].galaxy != perturber.galaxy || perturbers[j].position != perturber.position, perturber,
                    ".position is that of '" + perturbers[j].name + "': two without softening cannot be in one place");
        }
    }

    void orbit(const SceneOrbit& orbit) const {
        require(scene.galaxies.size() == 2, "orbit", "is for two galaxies; give others position and velocity");
        require(orbit.pericenter > 0, "orbit.pericentre", "is missing");
        require(orbit.separation >= orbit.pericenter, "orbit.separation",
                orbit.separation > 0 ? "must not be below the pericenter" : "is missing");
        const double e = orbit.eccentricity;
        require(e >= 1 || orbit.separation * (1 - e) <= orbit.pericenter * (1 + e) * (1 + 1e-9), "orbit.separation",
                "is beyond the orbit's apocenter");
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
                      "mixed", "and galaxies exclude each other: a scene is of one or of the other");
        for (const MixedFault& fault : {fault_of(*scene.mixed), fault_of_steps(*scene.mixed)})
            check.require(fault.key.empty(), "mixed." + fault.key, fault.why);
        return;
    }
    check.require(!scene.galaxies.empty(), "galaxy", "is missing: a scene has at least one [galaxy.NAME]");
    for (const SceneGalaxy& galaxy : scene.galaxies) check.galaxy(galaxy);
    if (scene.orbit) check.orbit(*scene.orbit);
    check.changes(scene.changes);
    check.perturbers(scene.perturbers);
}

}  // namespace milkomeda
