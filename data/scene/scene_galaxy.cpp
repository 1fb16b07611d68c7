#include "data/scene/scene_galaxy.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "data/formats/formats.hpp"
#include "data/formats/user_data.hpp"
#include "data/scene/scene_check.hpp"

namespace milkomeda {
namespace {

bool is_to_be_fetched(const std::string& name) { return name == "dubinski" && !find_user_data(name); }

constexpr const char* how_to_fetch = "the Dubinski table is missing; the script data/get-dubinski downloads it";

double half_mass_radius_of(const GalaxyModel& model) {
    double low = 0, high = model.edge();
    for (int i = 0; i < 40; ++i) {
        const double r = (low + high) / 2;
        const double inside = model.spheroids_inside(r) + (model.disk ? model.disk->mass_inside_sphere(r) : 0);
        (inside < model.mass() / 2 ? low : high) = r;
    }
    return high;
}

double half_mass_radius_of(const ParticleSet& particles) {
    std::vector<std::pair<double, double>> rows;  // distance from the origin and mass of each body
    for (const Float4& p : particles.positions) rows.emplace_back(std::hypot(p.x, p.y, p.z), p.w);
    std::ranges::sort(rows);
    double inside = 0;
    const double half = total_mass(particles) / 2;
    for (const auto& [radius, mass] : rows)
        if ((inside += mass) >= half) return radius;
    return 0;
}

}  // namespace

std::filesystem::path file_of_galaxy(const Scene& scene, const std::string& name) {
    if (const auto known = find_user_data(name)) return *known;
    return std::filesystem::path(scene.name).parent_path() / name;
}

std::string missing_file(const Scene& scene) {
    std::error_code ignored;
    for (const SceneGalaxy& galaxy : scene.galaxies) {
        if (!galaxy.file) continue;
        if (is_to_be_fetched(*galaxy.file)) return how_to_fetch;
        const std::filesystem::path file = file_of_galaxy(scene, *galaxy.file);
        if (!std::filesystem::exists(file, ignored)) return file.string() + ": there is no such file";
    }
    return {};
}

GalaxyContent::GalaxyContent(const Scene& scene, const SceneGalaxy& galaxy) {
    const std::string key = "galaxy." + galaxy.name + (galaxy.file ? ".file" : "");
    const std::string where = origin_of(scene, key, scene.name) + ": " + key + ": ";
    try {
        if (galaxy.file) {
            if (is_to_be_fetched(*galaxy.file)) throw FileError(how_to_fetch);
            file = read_particles(file_of_galaxy(scene, *galaxy.file));
            recenter(file);
            mass = total_mass(file), half_mass_radius = half_mass_radius_of(file);
        } else {
            model.emplace(galaxy.model);
            mass = model->mass(), half_mass_radius = half_mass_radius_of(*model);
        }
    } catch (const FileError& error) {
        throw FileError(where + error.what());
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(where + error.what());
    }
    mass *= galaxy.mass_scale, half_mass_radius *= galaxy.length_scale;
    for (const ScenePerturber& perturber : scene.perturbers)
        if (perturber.galaxy == galaxy.name) mass += perturber.mass;
}

std::vector<GalaxyContent> galaxy_contents(const Scene& scene) {
    std::vector<GalaxyContent> contents;
    for (const SceneGalaxy& galaxy : scene.galaxies) contents.emplace_back(scene, galaxy);
    return contents;
}

}  // namespace milkomeda
