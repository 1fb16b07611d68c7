#include <fmt/format.h>
#include <array>
#include <bit>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/row_order.hpp"

namespace milkomeda {
namespace {

constexpr std::uint64_t tipsy_header = 28, padded_tipsy_header = 32;

// Particle type and number of floats per body: mass, position, velocity, and values that the program does not read.
struct Kind {
    const char* name;
    std::size_t floats;
    std::uint32_t count = 0;
};

struct TipsyHeader {
    double time = 0;
    std::uint32_t bodies = 0, dimensions = 0;
    std::array<Kind, 3> kinds{{{"gas", 12}, {"halo", 9}, {"stars", 11}}};

    std::uint64_t data_size() const {
        std::uint64_t size = 0;
        for (const Kind& kind : kinds) size += std::uint64_t{kind.count} * kind.floats * sizeof(float);
        return size;
    }
    bool is_valid() const {
        std::uint64_t sum = 0;
        for (const Kind& kind : kinds) sum += kind.count;
        return dimensions == 3 && bodies > 0 && sum == bodies;
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

// Reads the header in the byte order that gives consistent numbers.
TipsyHeader read_header(BinaryFile& file) {
    std::string bytes(tipsy_header, '\0');
    file.read(0, bytes.data(), bytes.size());
    const bool swapped = !parse_header(bytes, false).is_valid();
    file.set_swapped(swapped);
    return parse_header(bytes, swapped);
}

}  // namespace

bool looks_like_tipsy(const FileHead& head) {
    return head.bytes.size() >= tipsy_header &&
           (parse_header(head.bytes, false).is_valid() || parse_header(head.bytes, true).is_valid());
}

ParticleFile read_tipsy(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile result;
    BinaryFile file(path);
    const TipsyHeader header = read_header(file);
    NumberArray array{file.size() - header.data_size()};
    if (array.offset != tipsy_header && array.offset != padded_tipsy_header)
        file.fail(
            fmt::format("the header announces {} bodies, which need {} bytes after the header; the whole file has {}",
                        header.bodies, header.data_size(), file.size()));

    ParticleSet& particles = result.particles;
    particles.time = header.time;
    particles.positions.reserve(header.bodies);
    particles.velocities.reserve(header.bodies);
    for (const Kind& kind : header.kinds) {
        array.rows = kind.count;
        array.width = kind.floats;
        file.read_rows<double>(array, [&](std::size_t, const double* values) {
            const auto f = [&](std::size_t i) { return static_cast<float>(values[i]); };
            particles.positions.push_back({f(1), f(2), f(3), f(0)});
            particles.velocities.push_back({f(4), f(5), f(6), 0});
        });
        array.offset += array.bytes();
        add_component(particles, kind.name, "", kind.count);
    }
    const auto& [gas, dark, stars] = header.kinds;
    if (gas.count > 0) result.unused = {"rho", "temp", "hsmooth"};
    if (gas.count + stars.count > 0) result.unused.emplace_back("metals");
    if (stars.count > 0) result.unused.emplace_back("tform");
    if (dark.count + stars.count > 0) result.unused.emplace_back("eps");
    result.unused.emplace_back("phi");
    apply_units(result, options, std::nullopt, model_units);
    return result;
}

std::optional<double> read_tipsy_time(const std::filesystem::path& path, const ReadOptions& options) {
    BinaryFile file(path);
    return model_time(read_header(file).time, units_of(options, std::nullopt, model_units));
}

namespace {

// Value written in place of the potential of a body. The potential is unknown.
enum class LastField { zero, id };

void write(const std::filesystem::path& path, const ParticleSet& particles, bool swapped, LastField last) {
    std::vector<std::size_t> is_star = types_of(particles);
    std::uint32_t stars = 0;
    for (std::size_t c = 0; c < is_star.size(); ++c) {
        is_star[c] = is_star[c] != 1;
        if (is_star[c]) stars += static_cast<std::uint32_t>(particles.components[c].count);
    }
    const auto bodies = static_cast<std::uint32_t>(particles.size()), dark = bodies - stars;

    BinaryWriter writer(path, swapped);
    writer.number(particles.time);
    for (const std::uint32_t number : {bodies, std::uint32_t{3}, std::uint32_t{0}, dark, stars, std::uint32_t{0}})
        writer.number(number);
    std::uint32_t written = 0;
    for (const std::size_t row : written_order(particles, is_star)) {
        const Float4 p = float4_of(source_position(particles, row), particles.positions[row].w);
        const Float4& v = particles.velocities[row];
        for (const float value : {p.w, p.x, p.y, p.z, v.x, v.y, v.z}) writer.number(value);
        // values written as 0: eps for dark matter; metals, tform and eps for stars
        const int rest = written++ < dark ? 1 : 3;
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
