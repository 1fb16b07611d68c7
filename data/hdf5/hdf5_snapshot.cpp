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

// Numbers that the child process sends before the bodies.
struct Summary {
    std::uint64_t bytes = 0;  // size of all files with numbers of the snapshot
    std::size_t files = 1;    // number of files of the snapshot, according to the header
    TypeCounts counts{};
    double time = 0;
    bool has_exact_positions = false, has_masses = true, has_velocities = true;
    std::uint64_t without_mass = 0, without_velocity = 0;
    std::optional<glm::dvec3> box;
};

// Columns of one type, sent before its bodies.
struct TypeSummary {
    bool has_velocities, has_masses, has_ids;
    double mass;
};

// The following functions run in the child process. They send the used parts of a snapshot in the order in
// which the parent process receives them.

void send_texts(Sender& sender, const std::vector<std::string>& texts) {
    sender.value(static_cast<std::uint32_t>(texts.size()));
    for (const std::string& text : texts) sender.text(text);
}

void send_description(Sender& sender, const ParticleFile& file) {
    sender.text(file.units);
    send_texts(sender, file.unused);
    send_texts(sender, file.notes);
    sender.value(static_cast<std::uint32_t>(file.sources.size()));
    for (const ColumnSource& source : file.sources) {
        for (const std::string* const text : {&source.column, &source.from, &source.unit, &source.note})
            sender.text(*text);
        sender.value(source.factor);
    }
}

// Sends positions, velocities and masses in model units. Sends only the summary if the files of the snapshot have more
// than `most_bytes` bytes, because the child process then needs a larger limit of memory and time.
void send_snapshot(Sender& sender, const std::filesystem::path& path, const ReadOptions& options,
                   std::uint64_t most_bytes) {
    const Hdf5Content content(path, options);
    const ParticleFile file = content.description();
    Summary summary{content.bytes(),
                    content.files_of_snapshot(),
                    {},
                    content.time(),
                    content.has_exact_positions(),
                    file.has_masses,
                    file.has_velocities,
                    file.bodies_without_mass,
                    file.bodies_without_velocity,
                    file.box};
    std::ranges::transform(content.types(), summary.counts.begin(), &Hdf5Type::rows);
    sender.value(summary);
    if (summary.bytes > most_bytes) return;
    send_description(sender, file);
    const auto send = [&](const auto& part) { sender.bytes(part.data(), part.size_bytes()); };
    for (std::size_t type = 0; type < type_names.size(); ++type) {
        const Hdf5Type& bodies = content.types()[type];
        if (bodies.rows == 0) continue;
        sender.value(TypeSummary{bodies.has(Column::velocities), bodies.has(Column::masses), bodies.has(Column::ids),
                                 bodies.mass});
        sender.text(bodies.components);
        if (summary.has_exact_positions)
            content.read_reals<double>(type, Column::positions, summary.bytes, send);
        else
            content.read_reals<float>(type, Column::positions, summary.bytes, send);
        for (const Column column : {Column::velocities, Column::masses})
            if (bodies.has(column)) content.read_reals<float>(type, column, summary.bytes, send);
    }
    const auto lacks_ids = [](const Hdf5Type& bodies) { return bodies.rows > 0 && !bodies.has(Column::ids); };
    if (std::ranges::any_of(content.types(), lacks_ids)) return;
    for (std::size_t type = 0; type < type_names.size(); ++type)
        if (content.types()[type].rows > 0) content.read_ids(type, summary.bytes, send);
}

// The following functions run in the parent process.

std::vector<std::string> receive_texts(IsolatedProcess& child) {
    constexpr std::uint32_t most = 256;
    std::vector<std::string> texts;
    for (auto left = std::min(most, child.value<std::uint32_t>()); left > 0; --left) texts.push_back(child.text());
    return texts;
}

void receive_description(IsolatedProcess& child, ParticleFile& file) {
    file.units = child.text();
    file.unused = receive_texts(child);
    file.notes = receive_texts(child);
    constexpr std::uint32_t most = 256;
    for (auto left = std::min(most, child.value<std::uint32_t>()); left > 0; --left) {
        ColumnSource& source = file.sources.emplace_back();
        for (std::string* const text : {&source.column, &source.from, &source.unit, &source.note}) *text = child.text();
        source.factor = child.value<double>();
    }
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

// Receives the positions of one type, whose first row is `first`.
void receive_positions(IsolatedProcess& child, const Summary& summary, std::size_t first, std::size_t rows,
                       ParticleFile& file) {
    if (summary.has_exact_positions)
        receive_rows<double>(child, rows, 3, [&](std::size_t row, const double* r) {
            file.exact_positions[first + row] = {r[0], r[1], r[2]};
        });
    else
        receive_rows<float>(child, rows, 3, [&](std::size_t row, const float* r) {
            file.particles.positions[first + row] = {r[0], r[1], r[2], 0};
        });
}

// Receives the particles of one type. Returns true if they have ids.
bool receive_type(IsolatedProcess& child, const Summary& summary, std::size_t type, std::size_t first,
                  ParticleFile& file) {
    ParticleSet& particles = file.particles;
    const std::size_t rows = summary.counts[type];
    const auto columns = child.value<TypeSummary>();
    const std::string components = child.text();
    receive_positions(child, summary, first, rows, file);
    if (columns.has_velocities)
        receive_rows<float>(child, rows, 3, [&](std::size_t row, const float* v) {
            particles.velocities[first + row] = {v[0], v[1], v[2], 0};
        });
    for (std::size_t row = first; row < first + rows; ++row)
        particles.positions[row].w = static_cast<float>(columns.mass);
    if (columns.has_masses)
        receive_rows<float>(child, rows, 1,
                            [&](std::size_t row, const float* mass) { particles.positions[first + row].w = *mass; });
    if (!add_named_components(particles, components, rows))
        add_component(particles, std::string(type_names[type]), "", rows);
    return columns.has_ids;
}

// Removes the box if the bodies do not fit into it, for example because its unit differs from the unit of positions.
void check_box(ParticleFile& file) {
    if (!file.box || file.exact_positions.empty()) return;
    glm::dvec3 least = file.exact_positions.front(), most = least;
    for (const glm::dvec3& position : file.exact_positions) {
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

void receive_snapshot(IsolatedProcess& child, const std::filesystem::path& path, const Summary& summary,
                      ParticleFile& file) {
    const std::uint64_t rows = std::accumulate(summary.counts.begin(), summary.counts.end(), std::uint64_t{0});
    require_countable(path, rows);
    if (rows == 0 && summary.files == 1)
        throw FileError(path, "contains no bodies: no group PartType0 to PartType5 has positions (Coordinates)");
    if (rows * 3 > hdf5::most_bytes(summary.bytes))
        throw FileError(path, "announces more bodies than fit into the file");
    receive_description(child, file);
    file.files = summary.files;
    file.particles.time = summary.time;
    file.has_masses = summary.has_masses;
    file.has_velocities = summary.has_velocities;
    file.bodies_without_mass = summary.without_mass;
    file.bodies_without_velocity = summary.without_velocity;
    file.box = summary.box;
    file.particles.positions.resize(rows);
    file.particles.velocities.resize(rows);
    if (summary.has_exact_positions) file.exact_positions.resize(rows);
    bool all_ids = true;
    for (std::size_t type = 0, first = 0; type < type_names.size(); first += summary.counts[type++])
        if (summary.counts[type] > 0) all_ids = receive_type(child, summary, type, first, file) && all_ids;
    if (all_ids) {
        file.exact_ids.resize(rows);
        receive_rows<std::uint64_t>(child, rows, 1,
                                    [&](std::size_t row, const std::uint64_t* id) { file.exact_ids[row] = *id; });
    }
    check_box(file);
}

constexpr IsolatedProcess::Limits limits_of_child{128 << 20, 10};
constexpr const char* reading_failed = "cannot be read as HDF5: ";

}  // namespace

bool looks_like_hdf5(const FileHead& head) { return head.bytes.starts_with("\x89HDF\r\n\x1a\n"); }

ParticleFile read_hdf5(const std::filesystem::path& path, const ReadOptions& options) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error), own_bytes = error ? 0 : size;
    ParticleFile file;
    // Returns the size of the files of the snapshot. Reads the snapshot unless this size exceeds `bytes`.
    const auto read = [&](std::uint64_t bytes) {
        const std::function<std::uint64_t(IsolatedProcess&)> receive = [&](IsolatedProcess& child) {
            const auto summary = child.value<Summary>();
            if (summary.bytes <= bytes) receive_snapshot(child, path, summary, file);
            return summary.bytes;
        };
        return read_in_child(
            path, limits_of_child, reading_failed, [&](Sender& sender) { send_snapshot(sender, path, options, bytes); },
            receive, bytes - own_bytes);
    };
    const std::uint64_t bytes = read(own_bytes);
    if (bytes > own_bytes) read(bytes);  // the snapshot has parts in other files
    return file;
}

std::optional<double> read_hdf5_time(const std::filesystem::path& path, const ReadOptions& options) {
    return read_in_child<double>(
        path, limits_of_child, reading_failed, [&](Sender& sender) { sender.value(Hdf5Content(path, options).time()); },
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
        send_texts(sender, names);
    };
    return read_in_child<PartsInfo>(path, limits_of_child, reading_failed, send, [](IsolatedProcess& child) {
        PartsInfo info;
        info.files = child.value<std::size_t>();
        info.has_bodies = child.value<bool>();
        info.sources = receive_texts(child);
        return info;
    });
}

}  // namespace milkomeda
