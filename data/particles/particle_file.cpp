#include "data/particles/particle_file.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "data/base/parallel.hpp"
#include "data/particles/component_name.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/mass_runs.hpp"
#include "data/particles/placement.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/young_stars.hpp"
#include "data/system/memory.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// The product of 0 and an infinite number or NaN is NaN, so the sum is 0 only if all numbers are finite.
bool is_valid(const Float4& p, const Float4& v) {
    return 0 * p.x + 0 * p.y + 0 * p.z + 0 * v.x + 0 * v.y + 0 * v.z + 0 * p.w == 0 && p.w >= 0;
}

// Throws FileError that names the invalid number of a row.
void check_row(const std::filesystem::path& path, std::size_t row, const Float4& p, const Float4& v) {
    constexpr std::array<const char*, 7> names{"mass", "x", "y", "z", "vx", "vy", "vz"};
    const std::array<float, 7> values{p.w, p.x, p.y, p.z, v.x, v.y, v.z};
    const auto fail = [&](const std::string& what) {
        throw FileError(path, fmt::format("body {}: the {}", row + 1, what));
    };
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i])) fail(std::string(names[i]) + " is not a finite 32-bit float");
    if (p.w < 0) fail("mass is negative");
}

// Replaces names that some formats cannot store, and adds a note about the first replacement.
void take_plain_names(ParticleFile& file) {
    bool is_told = false;
    const auto take = [&](std::string& name, const char* otherwise) {
        if (is_component_name(name) || name == otherwise) return;
        std::string plain = component_name_of(name);
        if (plain.empty()) plain = otherwise;
        if (!std::exchange(is_told, true))
            file.notes.push_back(fmt::format("the component name {} is not valid; the program replaces it by '{}'",
                                             milkomeda::quoted(name), plain));
        name = std::move(plain);
    };
    for (Component& component : file.particles.components) take(component.galaxy, ""), take(component.name, "all");
}

// Gives equal masses, with a total of 1 model unit, to all bodies, and adds a note.
void assign_equal_masses(ParticleFile& file) {
    const double share = 1 / static_cast<double>(file.particles.size());
    for (Float4& p : file.particles.positions) p.w = static_cast<float>(share);
    file.notes.emplace_back("the file contains no masses; the program gives all bodies equal masses with the sum 1");
}

// Throws FileError if the file lacks masses or velocities that the option --require demands.
void check_required(const std::filesystem::path& path, const ParticleFile& file, const ReadOptions& options) {
    for (const RequiredColumn column : options.require) {
        const bool is_mass = column == RequiredColumn::mass;
        const std::uint64_t without = is_mass ? file.bodies_without_mass : file.bodies_without_velocity;
        const bool has_some = is_mass ? file.has_masses : file.has_velocities;
        if (has_some && without == 0) continue;
        throw FileError(path,
                        fmt::format("contains no {}{}, which --require {} demands", is_mass ? "masses" : "velocities",
                                    has_some ? fmt::format(" of {} bodies", without) : "", name_of(column)));
    }
}

std::string repeated_note(std::size_t repeated) {
    return fmt::format(
        "{} bodies have the id of another body; in a series, the program matches them in the order of their rows",
        repeated);
}

// Assigns the ids of a snapshot of a series, and adds a note about duplicate ids.
void number_ids_of_series(ParticleFile& file, IdNumbers& numbers) {
    std::vector<std::uint32_t>& ids = file.particles.ids;
    if (ids.empty() && file.exact_ids.empty()) return;
    if (!file.exact_ids.empty())
        ids = numbers.numbers(file.exact_ids, true);
    else
        ids = numbers.numbers(std::vector<std::uint64_t>(ids.begin(), ids.end()), false);
    if (numbers.repeated() > 0) file.notes.push_back(repeated_note(numbers.repeated()));
}

// Computes the masses of components, and throws FileError if a number is invalid.
void check_particles(const std::filesystem::path& path, ParticleSet& particles) {
    if (particles.size() == 0) throw FileError(path, "contains no bodies");
    if (particles.components.size() > most_components)
        throw FileError(path, fmt::format("has {} components, but at most {} are allowed", particles.components.size(),
                                          most_components));
    std::atomic all_valid = true;
    for (Component& component : particles.components) {
        const auto mass_of_rows = [&](std::size_t begin, std::size_t end) {
            double mass = 0;
            for (std::size_t row = component.first + begin; row < component.first + end; ++row) {
                mass += particles.positions[row].w;
                if (!is_valid(particles.positions[row], particles.velocities[row])) all_valid = false;
            }
            return mass;
        };
        component.mass =
            parallel_reduce(component.count, 0.0, mass_of_rows, [](double& all, double mass) { all += mass; });
    }
    for (std::size_t row = 0; !all_valid && row < particles.size(); ++row)
        check_row(path, row, particles.positions[row], particles.velocities[row]);
    check_gas(path, particles);
    if (!std::isfinite(particles.time)) throw FileError(path, "the time is not finite");
    const glm::dvec3 farthest{std::numeric_limits<float>::max()};
    if (!glm::all(glm::lessThanEqual(glm::abs(particles.origin), farthest)))
        throw FileError(path, "the origin of the coordinates is not finite in single precision");
    if (std::ranges::none_of(particles.positions, [](const Float4& p) { return p.w > 0; }))
        throw FileError(path, "all masses are 0");
}

}  // namespace

void require_countable(const std::filesystem::path& file, std::uint64_t rows) {
    if (rows > std::numeric_limits<std::uint32_t>::max())
        throw FileError(file, "has more than 4294967295 bodies, the largest number that the program supports");
}

void reserve_rows(ParticleSet& particles, double share_read) {
    const std::size_t rows = particles.size();
    if (rows < particles.positions.capacity()) return;
    constexpr std::size_t enough_to_judge = 65'536;
    constexpr double margin = 1.02;
    std::size_t room = std::max<std::size_t>(2 * rows, 1024);
    if (rows >= enough_to_judge && share_read > 0) {
        const double all = static_cast<double>(rows) / share_read * margin;
        // An estimate much larger than the number of rows read so far may be wrong, for example for a file whose rows
        // are not evenly distributed.
        constexpr std::size_t believed = 64, else_taken = 8;
        room = all > static_cast<double>(believed * rows) ? else_taken * rows
                                                          : std::max(static_cast<std::size_t>(all), rows + rows / 8);
    }
    particles.positions.reserve(room);
    particles.velocities.reserve(room);
}

UnitSystem units_of(const ReadOptions& options, const std::optional<UnitSystem>& stated, const UnitSystem& usual,
                    double h) {
    if (options.units == UnitChoice::model) return model_units;
    if (options.units == UnitChoice::gadget) return gadget_units(h);
    return stated.value_or(usual);
}

void apply_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                 const UnitSystem& usual, double h) {
    convert_to_model_units(file.particles, units_of(options, stated, usual, h));
    note_units(file, options, stated, usual, h);
}

void note_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                const UnitSystem& usual, double h) {
    const UnitSystem units = units_of(options, stated, usual, h);
    if (options.units != UnitChoice::automatic) {
        file.units = to_string(units) + " (chosen by --units)";
    } else if (units != model_units) {
        file.units = to_string(units) + (stated ? " (stated in the file)" : " (assumed)");
        if (!stated)
            file.notes.push_back(fmt::format(
                "the file does not state its units; assumed: {}; if the numbers are in model units, use --units model",
                to_string(units)));
    }
}

void add_component(ParticleSet& particles, std::string name, std::string galaxy, std::size_t count) {
    if (count == 0) return;
    const std::size_t first =
        particles.components.empty() ? 0 : particles.components.back().first + particles.components.back().count;
    particles.components.push_back({std::move(name), std::move(galaxy), first, count, 0});
}

void require_valid_rows(const std::filesystem::path& file, const ParticleSet& particles) {
    const std::size_t row = first_invalid_row(particles);
    if (row < particles.size())
        throw FileError(file, fmt::format("is not written: the position, velocity or mass of body {} is not finite",
                                          particles.ids[row]));
    if (!std::isfinite(particles.time)) throw FileError(file, "is not written: the time is not finite");
    if (std::ranges::none_of(particles.positions, [](const Float4& p) { return p.w > 0; }))
        throw FileError(file, "is not written: all masses are 0, and the program could not read the file");
}

void finish(const std::filesystem::path& path, ParticleFile& file) {
    ParticleSet& particles = file.particles;
    take_plain_names(file);
    check_particles(path, particles);
    if (particles.ids.empty()) {
        particles.ids.resize(particles.size());
        std::iota(particles.ids.begin(), particles.ids.end(), 0u);
        file.has_ids = false;
    } else if (const std::size_t repeated = repeated_ids(particles.ids)) {
        file.notes.push_back(repeated_note(repeated));
    }
}

void number_ids(ParticleFile& file, const ReadOptions& options) {
    if (std::exchange(file.are_ids_numbered, true)) return;
    if (options.numbers && file.has_ids)
        number_ids_of_series(file, *options.numbers);
    else if (!file.exact_ids.empty() && !assign_ids(file.particles.ids, file.exact_ids))
        file.notes.emplace_back(
            "some ids are negative or need more than 32 bits; the program replaces all ids by their ranks");
    free_memory(file.exact_ids);
}

void complete(const std::filesystem::path& path, ParticleFile& file, const ReadOptions& options) {
    ParticleSet& particles = file.particles;
    check_required(path, file, options);
    if (file.is_complete) return;
    if (particles.size() == 0) throw FileError(path, "contains no bodies");
    place_positions(path, file, options);
    if (!file.has_masses) assign_equal_masses(file);
    if (particles.components.empty()) particles.components = components_from_masses(particles.positions);
    const bool has_exact_ids = !file.exact_ids.empty();
    number_ids(file, options);
    particles = with_young_stars_in_gas(std::move(particles));
    if (!file.is_joined && has_exact_ids)
        sort_by_id(particles);
    else if (!file.is_joined && !particles.ids.empty())
        sort_components_by_id(particles);
    finish(path, file);
}

}  // namespace milkomeda
