#include "data/hdf5/hdf5_snapshot.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <numeric>

#include "data/hdf5/hdf5_content.hpp"
#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/hdf5/hdf5_layout.hpp"

namespace milkomeda {
namespace {

// The following functions run in the child process. They send the used parts of a snapshot in the order in
// which the parent process receives them.

void send_columns(Sender& sender, const Hdf5Columns& columns) {
    sender.text(columns.components);
    sender.value(static_cast<std::uint32_t>(columns.unused.size()));
    for (const std::string& name : columns.unused) sender.text(name);
    for (const bool has : {columns.has_velocities, columns.has_masses, columns.has_ids})
        sender.value(std::uint32_t{has});
    sender.value(columns.mass);
}

UnitSystem units_of(const ReadOptions& options, const Hdf5Header& header) {
    return units_of(options, header.units, gadget_units(header.h), header.h);
}

// Sends positions, velocities and masses in model units.
void send_snapshot(Sender& sender, const std::filesystem::path& path, const ReadOptions& options) {
    const Hdf5Content content(path);
    const Hdf5Header& header = content.header();
    const UnitFactors factors = factors_to_model_units(units_of(options, header));
    sender.value(header);
    const auto send = [&](const auto& part) { sender.bytes(part.data(), part.size_bytes()); };
    for (std::size_t type = 0; type < type_names.size(); ++type) {
        if (header.counts[type] == 0) continue;
        Hdf5Columns columns = content.columns(type);
        columns.mass *= factors.mass;
        send_columns(sender, columns);
        if (header.has_double_positions)
            content.read_doubles(type, "Coordinates", 3, factors.length, send);
        else
            content.read_floats(type, "Coordinates", 3, factors.length, send);
        if (columns.has_velocities) content.read_floats(type, "Velocities", 3, factors.velocity, send);
        if (columns.has_masses) content.read_floats(type, "Masses", 1, factors.mass, send);
    }
    for (std::size_t type = 0; type < type_names.size(); ++type)
        if (header.counts[type] > 0) content.read_ids(type, send);
}

// The following functions run in the parent process.

Hdf5Columns receive_columns(IsolatedProcess& child) {
    Hdf5Columns columns;
    columns.components = child.text();
    constexpr std::uint32_t most = 256;
    for (auto left = std::min(most, child.value<std::uint32_t>()); left > 0; --left)
        columns.unused.push_back(child.text());
    for (bool* const has : {&columns.has_velocities, &columns.has_masses, &columns.has_ids})
        *has = child.value<std::uint32_t>() != 0;
    columns.mass = child.value<double>();
    return columns;
}

// Receives `rows` rows and calls take(row, numbers) for each row of `width` numbers.
template <typename Number, typename Take>
void receive_rows(IsolatedProcess& child, std::size_t rows, std::size_t width, Take take) {
    std::vector<Number> numbers;
    for (std::size_t row = 0; row < rows;) {
        const std::size_t part = std::min(rows_at_once, rows - row);
        numbers.resize(part * width);
        child.bytes(numbers.data(), numbers.size() * sizeof(Number));
        for (std::size_t i = 0; i < part; ++i) take(row++, numbers.data() + i * width);
    }
}

// Adds the components described by text such as "300 milky-way/disk;300 andromeda/disk". Returns false if the text is
// invalid or the counts do not add up to `rows`.
bool add_named_components(ParticleSet& particles, std::string_view text, std::size_t rows) {
    std::vector<Component> parts;
    std::size_t sum = 0;
    while (!text.empty()) {
        std::string_view part = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        std::size_t count = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), count);
        part.remove_prefix(static_cast<std::size_t>(end - part.data()));
        if (error != std::errc{} || count > rows - sum || part.size() < 2 || part.front() != ' ') return false;
        part.remove_prefix(1);
        const std::size_t slash = part.find('/');
        const std::string galaxy(slash == part.npos ? "" : part.substr(0, slash));
        parts.push_back({std::string(part.substr(slash == part.npos ? 0 : slash + 1)), galaxy, 0, count, 0});
        sum += count;
    }
    if (sum != rows) return false;
    for (const Component& part : parts) add_component(particles, part.name, part.galaxy, part.count);
    return true;
}

// Receives the particles of one type and appends them to `file`. Returns true if their masses are known.
bool receive_type(IsolatedProcess& child, const Hdf5Columns& columns, std::size_t type, std::size_t first,
                  std::size_t rows, ParticleFile& file) {
    ParticleSet& particles = file.particles;
    const auto mass = static_cast<float>(columns.mass);
    if (file.exact_positions.empty())
        receive_rows<float>(child, rows, 3, [&](std::size_t row, const float* r) {
            particles.positions[first + row] = {r[0], r[1], r[2], mass};
        });
    else
        receive_rows<double>(child, rows, 3, [&](std::size_t row, const double* r) {
            file.exact_positions[first + row] = {r[0], r[1], r[2]};
            particles.positions[first + row].w = mass;
        });
    if (columns.has_velocities)
        receive_rows<float>(child, rows, 3, [&](std::size_t row, const float* v) {
            particles.velocities[first + row] = {v[0], v[1], v[2], 0};
        });
    else
        file.notes.push_back(std::string(type_names[type]) +
                             ": the file contains no velocities; the program sets them to 0");
    if (columns.has_masses)
        receive_rows<float>(child, rows, 1,
                            [&](std::size_t row, const float* own) { particles.positions[first + row].w = *own; });
    file.unused.insert(file.unused.end(), columns.unused.begin(), columns.unused.end());
    if (!add_named_components(particles, columns.components, rows))
        add_component(particles, std::string(type_names[type]), "", rows);
    return columns.has_masses || columns.mass != 0;
}

// Receives the particles of all types. Returns true if any body has a mass.
bool receive_particles(IsolatedProcess& child, const Hdf5Header& header, ParticleFile& file) {
    ParticleSet& particles = file.particles;
    const std::size_t rows = std::accumulate(header.counts.begin(), header.counts.end(), std::size_t{0});
    particles.positions.resize(rows);
    particles.velocities.resize(rows);
    if (header.has_double_positions) file.exact_positions.resize(rows);
    bool any_mass = false, all_ids = true;
    std::size_t first = 0;
    std::vector<std::string> without_mass;
    for (std::size_t type = 0; type < header.counts.size(); ++type) {
        if (header.counts[type] == 0) continue;
        const Hdf5Columns columns = receive_columns(child);
        const bool has_mass = receive_type(child, columns, type, first, header.counts[type], file);
        if (!has_mass) without_mass.emplace_back(type_names[type]);
        any_mass = any_mass || has_mass;
        all_ids = all_ids && columns.has_ids;
        first += header.counts[type];
    }
    if (any_mass)
        for (const std::string& name : without_mass)
            file.notes.push_back(name + ": the file contains no masses; the program sets them to 0");
    if (all_ids) {
        file.exact_ids.resize(rows);
        receive_rows<std::uint64_t>(child, rows, 1,
                                    [&](std::size_t row, const std::uint64_t* id) { file.exact_ids[row] = *id; });
    }
    return any_mass;
}

void receive_snapshot(IsolatedProcess& child, const std::filesystem::path& path, const ReadOptions& options,
                      ParticleFile& file) {
    const auto header = child.value<Hdf5Header>();
    const std::uint64_t rows = std::accumulate(header.counts.begin(), header.counts.end(), std::uint64_t{0});
    require_countable(path, rows);
    if (rows == 0) throw FileError(path, "contains no particles, according to its Header");
    if (rows * 3 * sizeof(float) > hdf5::most_bytes(std::filesystem::file_size(path)))
        throw FileError(path, "the Header announces more particles than fit into the file");
    const bool any_mass = receive_particles(child, header, file);
    const UnitSystem units = units_of(options, header);
    file.particles.time = model_time(header.time, units);
    const auto [x, y, z] = header.box;
    if (x > 0 && y > 0 && z > 0) file.box = factors_to_model_units(units).length * glm::dvec3{x, y, z};
    if (header.unknown > 0)
        file.notes.push_back(std::to_string(header.unknown) + " particles of type PartType6 or higher are ignored");
    if (header.files > 1)
        file.notes.push_back(fmt::format(
            "the snapshot consists of {} files; the program reads only the bodies in this file", header.files));
    note_cosmology(file, header.time, header.redshift, header.omega);
    note_units(file, options, header.units, gadget_units(header.h), header.h);
    file.has_masses = any_mass;
}

template <typename Result>
Result read_snapshot(const std::filesystem::path& path, const std::function<void(Sender&)>& work,
                     const std::function<Result(IsolatedProcess&)>& receive) {
    return read_in_child(path, {128 << 20, 10}, "cannot be read as HDF5: ", work, receive);
}

}  // namespace

bool looks_like_hdf5(const FileHead& head) { return head.bytes.starts_with("\x89HDF\r\n\x1a\n"); }

ParticleFile read_hdf5(const std::filesystem::path& path, const ReadOptions& options) {
    return read_snapshot<ParticleFile>(
        path, [&](Sender& sender) { send_snapshot(sender, path, options); },
        [&](IsolatedProcess& child) {
            ParticleFile file;
            receive_snapshot(child, path, options, file);
            return file;
        });
}

std::optional<double> read_hdf5_time(const std::filesystem::path& path, const ReadOptions& options) {
    const auto header = read_snapshot<Hdf5Header>(
        path, [&](Sender& sender) { sender.value(Hdf5Content(path).header()); },
        [](IsolatedProcess& child) { return child.value<Hdf5Header>(); });
    return model_time(header.time, units_of(options, header));
}

}  // namespace milkomeda
