#include "data/hdf5/hdf5_part.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/files/binary_file.hpp"
#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_layout.hpp"

namespace milkomeda {
namespace {

// Functions named send_... run in the child process, and functions named receive_... run in the parent process.

void send_sources(Sender& sender, const std::vector<ColumnSource>& sources) {
    sender.value(static_cast<std::uint32_t>(sources.size()));
    for (const ColumnSource& source : sources) {
        for (const std::string* const text : {&source.column, &source.from, &source.unit, &source.note})
            sender.text(*text);
        sender.value(source.factor);
    }
}

void receive_sources(IsolatedProcess& child, std::vector<ColumnSource>& sources) {
    constexpr std::uint32_t most = 256;
    for (auto left = std::min(most, child.value<std::uint32_t>()); left > 0; --left) {
        ColumnSource& source = sources.emplace_back();
        for (std::string* const text : {&source.column, &source.from, &source.unit, &source.note}) *text = child.text();
        source.factor = child.value<double>();
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

// Receives numbers of the type Sent in blocks of rows_at_once rows, and calls take(row, numbers) for each block.
template <typename Sent, typename Number>
void receive_numbers(IsolatedProcess& child, std::size_t rows, std::size_t width,
                     const std::function<void(std::size_t, std::span<Number>)>& take) {
    std::vector<Sent> sent;
    std::vector<Number> numbers;
    for (std::size_t row = 0; row < rows; row += rows_at_once) {
        sent.resize(std::min(rows_at_once, rows - row) * width);
        child.bytes(sent.data(), sent.size() * sizeof(Sent));
        numbers.assign(sent.begin(), sent.end());
        take(row, numbers);
    }
}

// Reads numbers that the file stores in one piece, in either byte order, from several threads.
class StoredReader {
  public:
    explicit StoredReader(const std::filesystem::path& path) : native_(path), swapped_(path) {
        swapped_.set_swapped(true);
    }
    // Reads the rows from `begin` to `end`.
    template <typename Number>
    void read(const StoredNumbers& stored, std::size_t width, std::size_t begin, std::size_t end,
              std::vector<Number>& numbers) const {
        const NumberArray array{stored.offset, end, width, stored.type};
        (stored.is_swapped ? swapped_ : native_).read_numbers(array, begin, end, numbers);
    }

  private:
    BinaryFile native_, swapped_;
};

}  // namespace

Hdf5Part::Hdf5Part(std::filesystem::path path, const ReadOptions& options) : path_(std::move(path)), options_(options) {
    const std::function<bool(IsolatedProcess&)> receive = [&](IsolatedProcess& child) {
        receive_description(child);
        return true;
    };
    read_in_child(
        path_, limits_of_hdf5, hdf5_failed, [&](Sender& sender) { send_description(sender); }, receive);
}

void Hdf5Part::send_description(Sender& sender) const {
    const Hdf5Content content(path_, options_);
    const ParticleFile file = content.description();
    Summary summary{.bytes = content.bytes(),
                    .files = content.files_of_snapshot(),
                    .time = content.time(),
                    .types = {},
                    .has_masses = file.has_masses,
                    .has_velocities = file.has_velocities,
                    .is_handed_over = content.is_handed_over(),
                    .without_mass = file.bodies_without_mass,
                    .without_velocity = file.bodies_without_velocity,
                    .box = file.box};
    for (std::size_t type = 0; type < type_names.size(); ++type) {
        const Hdf5Type& found = content.types()[type];
        Bodies& bodies = summary.types[type];
        bodies.rows = found.rows;
        bodies.mass = found.mass;
    }
    sender.value(summary);  // before the places of columns, so that wrong numbers of rows are refused first
    for (std::size_t type = 0; type < type_names.size(); ++type)
        for (const Column column : all_columns) {
            const Hdf5Type& found = content.types()[type];
            ColumnPlace place;
            if (found.rows > 0 && found.has(column))
                place = {true, content.contains_floats(type, column), content.stored(type, column, summary.bytes),
                         found.factors[static_cast<std::size_t>(column)]};
            sender.value(place);
        }
    sender.text(file.units);
    sender.texts(file.unused);
    sender.texts(file.notes);
    send_sources(sender, file.sources);
    for (const Hdf5Type& found : content.types())
        if (found.rows > 0) sender.text(found.components);
}

void Hdf5Part::receive_description(IsolatedProcess& child) {
    summary_ = child.value<Summary>();
    count_rows();
    for (Bodies& bodies : summary_.types)
        for (ColumnPlace& place : bodies.columns) place = child.value<ColumnPlace>();
    description_.units = child.text();
    description_.unused = child.texts();
    description_.notes = child.texts();
    receive_sources(child, description_.sources);
    take_components(child);
    description_.files = summary_.files;
    description_.particles.time = summary_.time;
    description_.has_masses = summary_.has_masses;
    description_.has_velocities = summary_.has_velocities;
    description_.bodies_without_mass = summary_.without_mass;
    description_.bodies_without_velocity = summary_.without_velocity;
    description_.box = summary_.box;
    description_.has_ids = std::ranges::all_of(
        summary_.types, [](const Bodies& bodies) { return bodies.rows == 0 || bodies[Column::ids].exists; });
}

// Sets rows_. Throws FileError if the number of rows is impossible.
void Hdf5Part::count_rows() {
    for (const Bodies& bodies : summary_.types) {
        require_countable(path_, bodies.rows);
        rows_ += bodies.rows;
    }
    require_countable(path_, rows_);
    if (rows_ == 0 && summary_.files == 1)
        throw FileError(path_, "contains no bodies: no group PartType0 to PartType5 has positions (Coordinates)");
    if (rows_ * 3 > hdf5::most_bytes(summary_.bytes))
        throw FileError(path_, "announces more bodies than fit into the file");
}

void Hdf5Part::take_components(IsolatedProcess& child) {
    ParticleSet& particles = description_.particles;
    for (std::size_t type = 0; type < type_names.size(); ++type) {
        const std::uint64_t rows = summary_.types[type].rows;
        if (rows == 0) continue;
        if (!add_named_components(particles, child.text(), rows))
            add_component(particles, std::string(type_names[type]), "", rows);
    }
}

bool Hdf5Part::has_gas_columns() const {
    return std::ranges::any_of(columns_of_gas, [&](Column column) { return summary_.types[0][column].exists; });
}

std::optional<double> Hdf5Part::factor_of_float_positions() const {
    std::optional<double> factor;
    for (const Bodies& bodies : summary_.types) {
        const ColumnPlace& positions = bodies[Column::positions];
        if (bodies.rows == 0) continue;
        if (!positions.contains_floats || (factor && *factor != positions.factor)) return std::nullopt;
        factor = positions.factor;
    }
    return factor;
}

std::vector<Hdf5Part::TypeColumn> Hdf5Part::columns_for_library(std::span<const Column> columns) const {
    std::vector<TypeColumn> found;
    std::size_t first = 0;
    for (std::size_t type = 0; type < type_names.size(); first += summary_.types[type++].rows)
        for (const Column column : columns)
            if (const TypeColumn one{type, column, first}; place_of(one).exists && !place_of(one).stored)
                found.push_back(one);
    return found;
}

template <typename Number>
void Hdf5Part::read_with_library(
    const std::vector<TypeColumn>& columns,
    const std::function<void(const TypeColumn&, std::size_t, std::span<Number>)>& take) const {
    if (columns.empty()) return;
    constexpr bool are_ids = std::is_integral_v<Number>;
    const auto send = [&](Sender& sender) {
        const Hdf5Content content(path_, options_);
        const auto send_part = [&](const auto& numbers) { sender.bytes(numbers.data(), numbers.size_bytes()); };
        for (const TypeColumn& one : columns)
            if constexpr (are_ids)
                content.read_ids(one.type, summary_.bytes, send_part);
            else if (place_of(one).contains_floats)
                content.read_reals<float>(one.type, one.column, summary_.bytes, send_part);
            else
                content.read_reals<double>(one.type, one.column, summary_.bytes, send_part);
    };
    const std::function<bool(IsolatedProcess&)> receive = [&](IsolatedProcess& child) {
        for (const TypeColumn& one : columns) {
            const std::size_t rows = summary_.types[one.type].rows, width = width_of(one.column);
            const auto take_block = [&](std::size_t row, std::span<Number> numbers) {
                take(one, one.first + row, numbers);
            };
            if (!are_ids && place_of(one).contains_floats)
                receive_numbers<float, Number>(child, rows, width, take_block);
            else
                receive_numbers<Number, Number>(child, rows, width, take_block);
        }
        return true;
    };
    std::error_code error;
    const std::uint64_t own_bytes = std::filesystem::file_size(path_, error);
    const std::uint64_t more_bytes = error || summary_.bytes < own_bytes ? 0 : summary_.bytes - own_bytes;
    read_in_child(path_, limits_of_hdf5, hdf5_failed, send, receive, more_bytes);
}

void Hdf5Part::read_ids(const std::function<void(std::size_t, std::span<const std::uint64_t>)>& take) const {
    const StoredReader reader(path_);
    std::size_t first = 0;
    for (const Bodies& bodies : summary_.types) {
        if (bodies[Column::ids].stored)
            parallel_for(bodies.rows, [&](std::size_t begin, std::size_t end) {
                std::vector<std::uint64_t> ids;
                reader.read(*bodies[Column::ids].stored, 1, begin, end, ids);
                take(first + begin, ids);
            });
        first += bodies.rows;
    }
    constexpr std::array columns{Column::ids};
    read_with_library<std::uint64_t>(
        columns_for_library(columns),
        [&](const TypeColumn&, std::size_t row, std::span<std::uint64_t> ids) { take(row, ids); });
}

void Hdf5Part::read_reals(bool keep_positions, const std::function<void(std::size_t, const BodyNumbers&)>& take) const {
    constexpr std::array columns{Column::positions, Column::velocities,        Column::masses, Column::energies,
                                 Column::densities, Column::smoothing_lengths, Column::births};
    const auto convert = [&](Column column, const ColumnPlace& place, std::span<double> numbers) {
        if (place.factor == 1 || (keep_positions && column == Column::positions)) return;
        for (double& number : numbers) number *= place.factor;
    };
    const StoredReader reader(path_);
    std::size_t first = 0;
    for (const Bodies& bodies : summary_.types) {
        using Numbers = std::array<std::vector<double>, all_columns.size()>;
        const auto read_block = [&](Numbers& numbers, std::size_t begin, std::size_t end) {
            for (const Column column : columns) {
                std::vector<double>& to = numbers[static_cast<std::size_t>(column)];
                if (const ColumnPlace& place = bodies[column]; place.stored)
                    reader.read(*place.stored, width_of(column), begin, end, to), convert(column, place, to);
                else if (column == Column::masses && !place.exists && bodies.mass != 0)
                    to.assign(end - begin, bodies.mass);
            }
            BodyNumbers found;
            for (const Column column : columns) found[column] = numbers[static_cast<std::size_t>(column)];
            take(first + begin, found);
        };
        parallel_for(bodies.rows, [&](std::size_t begin, std::size_t end) {
            constexpr std::size_t block = 1024;  // rows; small blocks need little memory in each thread
            Numbers numbers;
            for (std::size_t row = begin; row < end; row += block) read_block(numbers, row, std::min(row + block, end));
        });
        first += bodies.rows;
    }
    read_with_library<double>(columns_for_library(columns),
                              [&](const TypeColumn& one, std::size_t row, std::span<double> numbers) {
                                  convert(one.column, place_of(one), numbers);
                                  BodyNumbers found;
                                  found[one.column] = numbers;
                                  take(row, found);
                              });
}

}  // namespace milkomeda
