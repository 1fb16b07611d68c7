#include "data/hdf5/hdf5_snapshot.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <numeric>

#include "data/base/parallel.hpp"
#include "data/files/binary_file.hpp"
#include "data/hdf5/hdf5_content.hpp"
#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/hdf5/hdf5_layout.hpp"
#include "data/system/memory.hpp"

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

// Sent before the numbers of a column. If the numbers can be read without HDF5, the child process does not send them.
struct ColumnPlace {
    std::optional<StoredNumbers> stored;
    double factor;  // converts the stored numbers to model units
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

// Sends the place of a column's numbers, and the numbers if only HDF5 can read them.
void send_column(Sender& sender, const Hdf5Content& content, std::size_t type, Column column, const Summary& summary) {
    const auto send = [&](const auto& part) { sender.bytes(part.data(), part.size_bytes()); };
    const ColumnPlace place{content.stored(type, column, summary.bytes),
                            content.types()[type].factors[static_cast<std::size_t>(column)]};
    sender.value(place);
    if (place.stored) return;
    if (column == Column::ids)
        content.read_ids(type, summary.bytes, send);
    else if (column == Column::positions && summary.has_exact_positions)
        content.read_reals<double>(type, column, summary.bytes, send);
    else
        content.read_reals<float>(type, column, summary.bytes, send);
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
    for (std::size_t type = 0; type < type_names.size(); ++type) {
        const Hdf5Type& bodies = content.types()[type];
        if (bodies.rows == 0) continue;
        sender.value(TypeSummary{bodies.has(Column::velocities), bodies.has(Column::masses), bodies.has(Column::ids),
                                 bodies.mass});
        sender.text(bodies.components);
        send_column(sender, content, type, Column::positions, summary);
        for (const Column column : {Column::velocities, Column::masses})
            if (bodies.has(column)) send_column(sender, content, type, column, summary);
    }
    const auto lacks_ids = [](const Hdf5Type& bodies) { return bodies.rows > 0 && !bodies.has(Column::ids); };
    if (std::ranges::any_of(content.types(), lacks_ids)) return;
    for (std::size_t type = 0; type < type_names.size(); ++type)
        if (content.types()[type].rows > 0) send_column(sender, content, type, Column::ids, summary);
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

// Reads the columns of one file, from the child process or directly from the file.
class ColumnReceiver {
  public:
    ColumnReceiver(IsolatedProcess& child, const std::filesystem::path& path) : child_(child), file_(path) {}

    IsolatedProcess& child() { return child_; }
    // Calls take(row, numbers) for each of `rows` rows of `width` numbers, in several threads and in any order.
    template <typename Number, typename Take>
    void rows(std::size_t rows, std::size_t width, Take take) {
        if (const auto place = child_.value<ColumnPlace>(); place.stored)
            read<Number>(place, rows, width, take);
        else
            receive<Number>(rows, width, take);
    }

  private:
    template <typename Number, typename Take>
    void read(const ColumnPlace& place, std::size_t rows, std::size_t width, Take take) {
        const NumberArray whole{place.stored->offset, rows, width, place.stored->type};
        file_.set_swapped(place.stored->is_swapped);
        parallel_for(rows, [&](std::size_t begin, std::size_t end) {
            NumberArray array = whole;
            array.rows = begin;
            array.offset += array.bytes();
            array.rows = end - begin;
            if constexpr (std::is_integral_v<Number>)
                file_.read_rows<Number>(array, [&](std::size_t row, const Number* id) { take(begin + row, id); });
            else
                file_.read_rows<double>(array, [&](std::size_t row, const double* numbers) {
                    std::array<Number, 3> converted{};
                    for (std::size_t i = 0; i < width; ++i)
                        converted[i] = static_cast<Number>(numbers[i] * place.factor);
                    take(begin + row, converted.data());
                });
        });
    }

    template <typename Number, typename Take>
    void receive(std::size_t rows, std::size_t width, Take take) {
        std::vector<Number> numbers;
        for (std::size_t row = 0; row < rows;) {
            const std::size_t part = std::min(rows_at_once, rows - row);
            numbers.resize(part * width);
            child_.bytes(numbers.data(), numbers.size() * sizeof(Number));
            for (std::size_t i = 0; i < part; ++i) take(row++, numbers.data() + i * width);
        }
    }

    IsolatedProcess& child_;
    BinaryFile file_;
};

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
void receive_positions(ColumnReceiver& columns, const Summary& summary, std::size_t first, std::size_t rows,
                       ParticleFile& file) {
    if (summary.has_exact_positions)
        columns.rows<double>(rows, 3, [&](std::size_t row, const double* r) {
            file.exact_positions[first + row] = {r[0], r[1], r[2]};
        });
    else
        columns.rows<float>(rows, 3, [&](std::size_t row, const float* r) {
            file.particles.positions[first + row] = {r[0], r[1], r[2], 0};
        });
}

// Receives the particles of one type. Returns true if they have ids.
bool receive_type(ColumnReceiver& columns, const Summary& summary, std::size_t type, std::size_t first,
                  ParticleFile& file) {
    ParticleSet& particles = file.particles;
    const std::size_t rows = summary.counts[type];
    const auto has = columns.child().value<TypeSummary>();
    const std::string components = columns.child().text();
    receive_positions(columns, summary, first, rows, file);
    if (has.has_velocities)
        columns.rows<float>(rows, 3, [&](std::size_t row, const float* v) {
            particles.velocities[first + row] = {v[0], v[1], v[2], 0};
        });
    for (std::size_t row = first; row < first + rows; ++row) particles.positions[row].w = static_cast<float>(has.mass);
    if (has.has_masses)
        columns.rows<float>(rows, 1,
                            [&](std::size_t row, const float* mass) { particles.positions[first + row].w = *mass; });
    if (!add_named_components(particles, components, rows))
        add_component(particles, std::string(type_names[type]), "", rows);
    return has.has_ids;
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
    const auto make_room = [&](auto& column) {
        reserve_in_large_pages(column, rows);
        column.resize(rows);
    };
    make_room(file.particles.positions);
    make_room(file.particles.velocities);
    if (summary.has_exact_positions) make_room(file.exact_positions);
    ColumnReceiver columns(child, path);
    bool all_ids = true;
    for (std::size_t type = 0, first = 0; type < type_names.size(); first += summary.counts[type++])
        if (summary.counts[type] > 0) all_ids = receive_type(columns, summary, type, first, file) && all_ids;
    if (all_ids) {
        make_room(file.exact_ids);
        for (std::size_t type = 0, first = 0; type < type_names.size(); first += summary.counts[type++])
            if (summary.counts[type] > 0)
                columns.rows<std::uint64_t>(summary.counts[type], 1, [&](std::size_t row, const std::uint64_t* id) {
                    file.exact_ids[first + row] = *id;
                });
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
