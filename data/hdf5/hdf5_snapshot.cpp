#include "data/hdf5/hdf5_snapshot.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "data/base/make_room.hpp"
#include "data/hdf5/hdf5_content.hpp"
#include "data/hdf5/hdf5_part.hpp"
#include "data/hdf5/original_components.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/joined_parts.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// Removes the box if the bodies do not fit into it, for example because its unit differs from the unit of positions.
void check_box(ParticleFile& file) {
    if (!file.box) return;
    glm::dvec3 least = exact_position(file, 0), most = least;
    for (std::size_t row = 0; row < file.particles.size(); ++row) {
        const glm::dvec3 position = exact_position(file, row);
        least = glm::min(least, position);
        most = glm::max(most, position);
    }
    // Positions lie between 0 and the edge, or around 0; positions near the edge may lie beyond it.
    const glm::dvec3 edge = 1.001 * *file.box;
    const auto fits = [&](int axis) {
        return most[axis] - least[axis] <= edge[axis] && least[axis] >= -edge[axis] && most[axis] <= 2 * edge[axis];
    };
    if (fits(0) && fits(1) && fits(2)) return;
    file.box.reset();
    file.notes.emplace_back(
        "the bodies extend beyond the BoxSize of the file; the program treats the snapshot as not periodic");
}

// Rows of the particle set into which rows of the files are read: row i, counted through all files of the snapshot, is
// read into row places[i], or into row i if `places` is empty.
using Places = std::vector<std::uint32_t>;

// Calls work(row, i) for each i < count. `row` is the row of the particle set for row first + i of the files.
template <typename Work>
void for_each_place(const Places& places, std::size_t first, std::size_t count, Work work) {
    for (std::size_t i = 0; i < count; ++i) work(places.empty() ? first + i : places[first + i], i);
}

std::size_t rows_of(std::span<const Hdf5Part> parts) {
    std::size_t rows = 0;
    for (const Hdf5Part& part : parts) rows += part.rows();
    return rows;
}

// Reads the descriptions of the files in several threads.
std::vector<Hdf5Part> describe(std::span<const std::filesystem::path> files, const ReadOptions& options) {
    std::vector<std::optional<Hdf5Part>> described(files.size());
    parallel_for_each(described, [&](std::optional<Hdf5Part>& part) {
        part.emplace(files[static_cast<std::size_t>(&part - described.data())], options);
    });
    std::vector<Hdf5Part> parts;
    for (std::optional<Hdf5Part>& part : described) parts.push_back(std::move(*part));
    return parts;
}

// Reads the ids of all files, or their lower bits if Id has fewer bits. Calls visit_block() for each block of ids, in
// several threads.
template <typename Id, typename Visit>
void read_ids(std::span<const Hdf5Part> parts, const Places& places, std::vector<Id>& ids, Visit visit_block) {
    make_room(rows_of(parts), ids);
    std::size_t first = 0;
    for (const Hdf5Part& part : parts) {
        part.read_ids([&](std::size_t row, std::span<const std::uint64_t> numbers) {
            for_each_place(places, first + row, numbers.size(),
                           [&](std::size_t place, std::size_t i) { ids[place] = static_cast<Id>(numbers[i]); });
            visit_block(numbers);
        });
        first += part.rows();
    }
}

void read_exact_ids(std::span<const Hdf5Part> parts, const Places& places, std::vector<std::uint64_t>& ids) {
    read_ids(parts, places, ids, [](std::span<const std::uint64_t>) {});
}

// Gives the same ids as read_exact_ids() and assign_ids(), but needs no memory for 64-bit ids. Returns false if some
// ids need more than 32 bits.
bool read_short_ids(std::span<const Hdf5Part> parts, const Places& places, std::vector<std::uint32_t>& ids) {
    std::mutex mutex;  // guards `least` and `most`
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), most = 0;
    read_ids(parts, places, ids, [&](std::span<const std::uint64_t> block) {
        const auto [smallest, largest] = least_and_greatest(block);
        const std::lock_guard lock(mutex);
        least = std::min(least, smallest), most = std::max(most, largest);
    });
    const std::uint32_t counted_from = least > 0 ? 1 : 0;
    if (most - counted_from > std::numeric_limits<std::uint32_t>::max()) return false;
    parallel_for(ids.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ids[i] -= counted_from;
    });
    return true;
}

// Stores the numbers that only gas has.
void store_gas(ParticleSet& particles, const Places& places, std::size_t first, const BodyNumbers& numbers) {
    const auto each = [&](Column column, auto take) {
        const std::span<const double> values = numbers[column];
        for_each_place(places, first, values.size(),
                       [&](std::size_t row, std::size_t i) { take(row, gas_number(values[i])); });
    };
    each(Column::energies, [&](std::size_t row, float energy) { particles.gas[row].energy = energy; });
    each(Column::densities, [&](std::size_t row, float density) { particles.gas[row].density = density; });
    each(Column::smoothing_lengths, [&](std::size_t row, float length) { particles.velocities[row].w = length; });
}

// Stores the births of young stars. Other rows of their type contain other numbers.
void store_births(ParticleSet& particles, const Places& places, std::size_t first, std::span<const double> births) {
    for_each_place(places, first, births.size(), [&](std::size_t row, std::size_t i) {
        const auto next = std::ranges::upper_bound(particles.components, row, {}, &Component::first);
        if (std::prev(next)->name == young_stars_name) particles.velocities[row].w = number_of_birth(births[i]);
    });
}

// Throws FileError if a young star has an invalid birth. Components in which some births are unknown lose all births.
void check_births(const std::filesystem::path& path, ParticleFile& file) {
    for (const Component& component : file.particles.components) {
        if (component.name != young_stars_name) continue;
        const std::span rows = std::span(file.particles.velocities).subspan(component.first, component.count);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (!(rows[i].w >= 0 || birth_time(rows[i]) <= file.particles.time + birth_rounding))
                throw FileError(path, fmt::format("body {} of the component {}: the StellarFormationTime in PartType4 "
                                                  "is not finite, lies after the time of the file, or is too "
                                                  "large; correct the number, or remove the data set",
                                                  i + 1, full_name(component)));
        if (has_births(file.particles, component)) continue;
        for (Float4& velocity : rows) velocity.w = 0;
        file.notes.push_back(
            fmt::format("{}: the file does not contain all times of birth; the program treats these "
                        "bodies as old stars",
                        full_name(component)));
    }
}

// Stores the numbers of consecutive rows of the files, of which the first is `first`. Columns may be missing.
void store(ParticleFile& file, const Places& places, std::size_t first, const BodyNumbers& numbers) {
    std::vector<Float4>& rows = file.particles.positions;
    const std::span<const double> positions = numbers[Column::positions], velocities = numbers[Column::velocities],
                                  masses = numbers[Column::masses];
    const double *const x = positions.data(), *const v = velocities.data(), *const m = masses.data();
    if (x && file.exact_positions.empty())
        for_each_place(places, first, positions.size() / 3, [&](std::size_t row, std::size_t i) {
            rows[row] = float4_of({x[3 * i], x[3 * i + 1], x[3 * i + 2]}, m ? m[i] : double{rows[row].w});
        });
    else if (x)
        for_each_place(places, first, positions.size() / 3, [&](std::size_t row, std::size_t i) {
            file.exact_positions[row] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        });
    if (v)
        for_each_place(places, first, velocities.size() / 3, [&](std::size_t row, std::size_t i) {
            Float4& to = file.particles.velocities[row];
            to = float4_of({v[3 * i], v[3 * i + 1], v[3 * i + 2]}, to.w);
        });
    if (m && !(x && file.exact_positions.empty()))
        for_each_place(places, first, masses.size(),
                       [&](std::size_t row, std::size_t i) { rows[row].w = static_cast<float>(m[i]); });
    store_gas(file.particles, places, first, numbers);
    store_births(file.particles, places, first, numbers[Column::births]);
}

// Returns the factor that converts the positions of all files, or an empty optional if the files have different factors
// or some positions are not stored as floats of at most 32 bits.
std::optional<double> factor_of_float_positions(std::span<const Hdf5Part> parts) {
    std::optional<double> factor;
    for (const Hdf5Part& part : parts) {
        if (part.rows() == 0) continue;
        const std::optional<double> of_part = part.factor_of_float_positions();
        if (!of_part || (factor && *factor != *of_part)) return std::nullopt;
        factor = of_part;
    }
    return factor;
}

// Reads all columns but the ids. Calls report(n) after reading n files.
void read_reals(std::span<const Hdf5Part> parts, const Places& places, ParticleFile& file,
                const ReportProgress& report) {
    const std::size_t rows = rows_of(parts);
    const std::optional<double> factor = factor_of_float_positions(parts);
    file.position_factor = factor.value_or(1);
    if (factor)
        make_room(rows, file.particles.positions, file.particles.velocities);
    else
        make_room(rows, file.particles.positions, file.particles.velocities, file.exact_positions);
    if (std::ranges::any_of(parts, &Hdf5Part::has_gas_columns)) file.particles.gas.resize(rows);
    std::size_t first = 0, done = 0;
    for (const Hdf5Part& part : parts) {
        part.read_reals(factor.has_value(), [&](std::size_t row, const BodyNumbers& numbers) {
            store(file, places, first + row, numbers);
        });
        first += part.rows();
        if (report) report(++done);
    }
    check_box(file);
}

// Replaces the components of a snapshot, which are types, by those of the run's initial conditions. Reads the ids into
// `file`, in the new order of the rows. Returns the new row of each row, or an empty vector if the components stay.
Places find_original_components(std::span<const Hdf5Part> parts, const std::filesystem::path& path,
                                std::span<const std::vector<SourceRows>> ranges, ParticleFile& file) {
    if (!are_types(file.particles.components)) return {};
    const std::filesystem::path source = initial_conditions_of(path);
    if (source.empty() || !file.has_ids) {
        if (std::ranges::any_of(parts, &Hdf5Part::is_handed_over))
            file.notes.emplace_back(
                source.empty() ? "the snapshot does not store the components of the bodies; to show them, put the file "
                                 "ics.hdf5 of the run into the folder of the snapshot, or into the parent folder"
                               : "the snapshot contains no ids, so that the program cannot take the components of the "
                                 "bodies from ics.hdf5");
        return {};
    }
    std::vector<std::uint64_t> ids;
    read_exact_ids(parts, {}, ids);
    Places places = take_original_components(source, file, ids, ranges);
    if (places.empty()) return {};
    move_to_places(ids, places);
    file.exact_ids = std::move(ids);
    return places;
}

}  // namespace

bool looks_like_hdf5(const FileHead& head) { return head.bytes.starts_with("\x89HDF\r\n\x1a\n"); }

ParticleFile read_hdf5(const std::filesystem::path& path, const ReadOptions& options) {
    const Hdf5Part part(path, options);
    ParticleFile file = part.description();
    if (part.rows() == 0) return file;
    std::vector<std::vector<SourceRows>> ranges;
    for (const Component& component : file.particles.components) ranges.push_back({{component.first, component.count}});
    const Places places = find_original_components({&part, 1}, path, ranges, file);
    if (file.has_ids && places.empty()) read_exact_ids({&part, 1}, {}, file.exact_ids);
    read_reals({&part, 1}, places, file, {});
    check_births(path, file);
    return file;
}

ParticleFile read_hdf5_files(std::span<const std::filesystem::path> files, const ReadOptions& options,
                             const ReportProgress& report) {
    const std::vector<Hdf5Part> parts = describe(files, options);
    std::vector<ParticleFile> descriptions;
    std::ranges::transform(parts, std::back_inserter(descriptions), &Hdf5Part::description);
    auto [whole, ranges] = join_descriptions(descriptions, files);
    Places places = find_original_components(parts, files.front(), ranges, whole);
    const bool has_original_components = !places.empty();
    if (!has_original_components) places = group_by_component(whole.particles.components, ranges);
    if (whole.has_ids && !has_original_components && !options.numbers)
        whole.are_ids_numbered = read_short_ids(parts, places, whole.particles.ids);
    if (whole.has_ids && !whole.are_ids_numbered) {
        if (!has_original_components) read_exact_ids(parts, places, whole.exact_ids);
        number_ids(whole, options);  // frees the memory of the exact ids
    }
    read_reals(parts, places, whole, report);
    check_births(files.front(), whole);
    return std::move(whole);
}

std::optional<double> read_hdf5_time(const std::filesystem::path& path, const ReadOptions& options) {
    return read_in_child<double>(
        path, limits_of_hdf5, hdf5_failed, [&](Sender& sender) { sender.value(Hdf5Content(path, options).time()); },
        [](IsolatedProcess& child) { return child.value<double>(); });
}

PartsInfo read_hdf5_parts(const std::filesystem::path& path) {
    const auto send = [&](Sender& sender) {
        const Hdf5Content content(path, {});
        sender.value(content.files_of_snapshot());
        sender.value(std::ranges::any_of(content.types(), [](const Hdf5Type& bodies) { return bodies.rows > 0; }));
        std::vector<std::string> names;
        for (const std::filesystem::path& file : content.files())
            if (file != path) names.push_back(file.filename());
        sender.texts(names);
    };
    return read_in_child<PartsInfo>(path, limits_of_hdf5, hdf5_failed, send, [](IsolatedProcess& child) {
        PartsInfo info;
        info.files = child.value<std::size_t>();
        info.has_bodies = child.value<bool>();
        info.sources = child.texts();
        return info;
    });
}

}  // namespace milkomeda
