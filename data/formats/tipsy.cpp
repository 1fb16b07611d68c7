#include <fmt/format.h>
#include <array>
#include <bit>
#include <utility>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/position_column.hpp"
#include "data/formats/tipsy_text.hpp"
#include "data/particles/column_sources.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/row_order.hpp"

namespace milkomeda {
namespace {

constexpr std::uint64_t tipsy_header = 28, padded_tipsy_header = 32;

// Particle type. `others` is the number of values per body besides mass, position and velocity, which the program
// skips.
struct Kind {
    const char* name;
    std::size_t others;
    std::uint32_t count = 0;
};

// Widths of the numbers of a body, in words of 4 bytes.
struct TipsyLayout {
    const char* name;
    std::size_t mass, position, velocity, other;

    std::size_t words(const Kind& kind) const { return mass + 3 * position + 3 * velocity + kind.others * other; }
};
constexpr std::array<TipsyLayout, 4> tipsy_layouts{{{"floats", 1, 1, 1, 1},
                                                    {"floats with double positions", 1, 2, 1, 1},
                                                    {"floats with double positions and velocities", 1, 2, 2, 1},
                                                    {"doubles", 2, 2, 2, 2}}};

struct TipsyHeader {
    double time = 0;
    std::uint32_t bodies = 0, dimensions = 0;
    std::array<Kind, 3> kinds{{{"gas", 5}, {"halo", 2}, {"stars", 4}}};

    std::uint64_t sum() const { return std::uint64_t{kinds[0].count} + kinds[1].count + kinds[2].count; }
    std::uint64_t data_size(const TipsyLayout& layout) const {
        std::uint64_t size = 0;
        for (const Kind& kind : kinds) size += std::uint64_t{kind.count} * layout.words(kind) * sizeof(float);
        return size;
    }
    bool is_plausible() const {
        return bodies > 0 && (dimensions == 3 || ((dimensions == 1 || dimensions == 2) && sum() == bodies));
    }
};

TipsyHeader parse_header(std::string_view bytes, bool swapped) {
    TipsyHeader header;
    const auto at = [&](std::size_t offset, auto value) {
        std::memcpy(&value, bytes.data() + offset, sizeof value);
        return swapped ? in_other_byte_order(value) : value;
    };
    header.time = at(0, double{});
    header.bodies = at(8, std::uint32_t{});
    header.dimensions = at(12, std::uint32_t{});
    for (std::size_t kind = 0; kind < 3; ++kind) header.kinds[kind].count = at(16 + 4 * kind, std::uint32_t{});
    return header;
}

// Reads the header in the byte order that gives plausible numbers.
TipsyHeader read_header(BinaryFile& file) {
    std::string bytes(tipsy_header, '\0');
    file.read(0, bytes.data(), bytes.size());
    const bool swapped = !parse_header(bytes, false).is_plausible();
    file.set_swapped(swapped);
    return parse_header(bytes, swapped);
}

// Throws FileError if the numbers in the header contradict each other.
void check_tipsy_header(const BinaryFile& file, const TipsyHeader& header) {
    if (header.dimensions != 3)
        file.fail(fmt::format("the header states {} dimensions; the program reads only 3", header.dimensions));
    if (const auto& [gas, dark, stars] = header.kinds; header.sum() != header.bodies)
        file.fail(fmt::format(
            "the header states {} bodies in total, but {} gas, {} dark matter and {} star bodies, together {}",
            header.bodies, gas.count, dark.count, stars.count, header.sum()));
}

// Finds the layout of the bodies and the size of the header that are consistent with the size of the file.
std::pair<TipsyLayout, std::uint64_t> layout_of(const BinaryFile& file, const TipsyHeader& header) {
    for (const TipsyLayout& layout : tipsy_layouts)
        for (const std::uint64_t size : {tipsy_header, padded_tipsy_header})
            if (size + header.data_size(layout) == file.size()) return {layout, size};
    file.fail(fmt::format("the header announces {} bodies, which need {} bytes after the header; the whole file has {}",
                          header.bodies, header.data_size(tipsy_layouts[0]), file.size()));
}

// Reader of the numbers of a body, one after another.
class TipsyWords {
  public:
    TipsyWords(const std::uint64_t* words, bool big_endian) : words_(words), big_endian_(big_endian) {}

    // Returns the next number, a float of one word or a double of two words.
    double next(std::size_t width) {
        const std::uint64_t first = *words_;
        words_ += width;
        if (width == 1) return std::bit_cast<float>(static_cast<std::uint32_t>(first));
        return std::bit_cast<double>(big_endian_ ? first << 32 | words_[-1] : words_[-1] << 32 | first);
    }
    std::array<double, 3> vector(std::size_t width) {
        const double x = next(width), y = next(width);
        return {x, y, next(width)};
    }

  private:
    const std::uint64_t* words_;
    bool big_endian_;
};

void read_bodies(const BinaryFile& file, const TipsyHeader& header, const TipsyLayout& layout, NumberArray array,
                 PositionColumn& positions, ParticleSet& particles) {
    std::size_t row = 0;
    const std::size_t gas = header.kinds[0].count;
    if (gas > 0) particles.gas.resize(header.bodies);
    for (const Kind& kind : header.kinds) {
        array.rows = kind.count;
        array.width = layout.words(kind);
        file.read_rows<std::uint64_t>(array, [&](std::size_t, const std::uint64_t* numbers) {
            TipsyWords words(numbers, file.is_big_endian());
            particles.positions[row].w = static_cast<float>(words.next(layout.mass));
            positions.set(row, words.vector(layout.position).data());
            const auto [vx, vy, vz] = words.vector(layout.velocity);
            particles.velocities[row] = float4_of({vx, vy, vz}, 0);
            if (row < gas) set_tipsy_gas(particles, row, words.vector(layout.other));
            ++row;
        });
        array.offset += array.bytes();
        add_component(particles, kind.name, "", kind.count);
    }
}

}  // namespace

bool looks_like_tipsy(const FileHead& head) {
    return looks_like_tipsy_text(head) ||
           (head.bytes.size() >= tipsy_header &&
            (parse_header(head.bytes, false).is_plausible() || parse_header(head.bytes, true).is_plausible()));
}

ParticleFile read_tipsy(const std::filesystem::path& path, const ReadOptions& options) {
    if (looks_like_tipsy_text(head_of(path))) return read_tipsy_text(path, options);
    ParticleFile result;
    BinaryFile file(path);
    const TipsyHeader header = read_header(file);
    check_tipsy_header(file, header);
    const auto [layout, header_size] = layout_of(file, header);
    const UnitSystem units = units_of(options, std::nullopt, model_units);
    PositionColumn positions(result, header.bodies, layout.position == 2 ? NumberType::float64 : NumberType::float32,
                             factors_to_model_units(units).length);
    result.particles.time = header.time;
    read_bodies(file, header, layout, {header_size, 0, 1, NumberType::uint32}, positions, result.particles);
    convert_temperatures(result.particles, units);
    const auto& [gas, dark, stars] = header.kinds;
    result.unused = unused_tipsy_values(gas.count, dark.count, stars.count);
    const std::string place = fmt::format("gas, dark matter and star bodies ({})", layout.name);
    add_temperature_source(result);
    add_sources(result, with_tipsy_gas({place, place, place, "", "header"}, gas.count), units,
                rule_of_units(options, std::nullopt, "tipsy files usually have units with G = 1"));
    apply_units(result, options, std::nullopt, model_units);
    return result;
}

std::optional<double> read_tipsy_time(const std::filesystem::path& path, const ReadOptions& options) {
    if (looks_like_tipsy_text(head_of(path))) return read_tipsy_text_time(path, options);
    BinaryFile file(path);
    return model_time(read_header(file).time, units_of(options, std::nullopt, model_units));
}

namespace {

// Returns the kind of each component in a written file: 0 is gas, 1 dark matter, 2 stars. Gas without complete columns
// is written as stars.
std::vector<std::size_t> tipsy_kinds(const ParticleSet& particles) {
    const bool has_gas = complete_gas_columns(particles).all();
    std::vector<std::size_t> kinds = types_of(particles);
    for (std::size_t& kind : kinds) kind = kind == 0 && has_gas ? 0 : kind == 1 ? 1 : 2;
    return kinds;
}

// Value written in place of the potential of a body. The potential is unknown.
enum class LastField { zero, id };

void write(const std::filesystem::path& path, const ParticleSet& particles, bool swapped, LastField last) {
    const std::vector<std::size_t> kinds = tipsy_kinds(particles);
    std::array<std::uint32_t, 3> counts{};
    for (std::size_t c = 0; c < kinds.size(); ++c)
        counts[kinds[c]] += static_cast<std::uint32_t>(particles.components[c].count);
    const auto [gas, dark, stars] = counts;
    const auto bodies = static_cast<std::uint32_t>(particles.size());

    BinaryWriter writer(path, swapped);
    writer.number(particles.time);
    for (const std::uint32_t number : {bodies, std::uint32_t{3}, gas, dark, stars, std::uint32_t{0}})
        writer.number(number);
    std::uint32_t written = 0;
    for (const std::size_t row : written_order(particles, kinds)) {
        const Float4 p = float4_of(source_position(particles, row), particles.positions[row].w);
        const Float4& v = particles.velocities[row];
        for (const float value : {p.w, p.x, p.y, p.z, v.x, v.y, v.z}) writer.number(value);
        // values written as 0: metals of gas; eps of dark matter; metals, tform and eps of stars
        const int rest = written < gas + dark ? 1 : 3;
        if (written++ < gas) {
            const auto [energy, density] = particles.gas[row];
            const auto temperature = static_cast<float>(energy / energy_per_kelvin());
            for (const float value : {density, temperature, static_cast<float>(v.w / tipsy_kernel_radius)})
                writer.number(value);
        }
        for (int i = 0; i < rest; ++i) writer.number(0.0f);
        writer.number(last == LastField::id ? particles.ids[row] : 0);
    }
    writer.commit();
}

}  // namespace

void write_tipsy(const std::filesystem::path& path, const ParticleSet& particles) {
    write(path, particles, std::endian::native == std::endian::little, LastField::zero);
}

void write_native_tipsy(const std::filesystem::path& path, const ParticleSet& particles) {
    write(path, particles, false, LastField::id);
}

}  // namespace milkomeda
