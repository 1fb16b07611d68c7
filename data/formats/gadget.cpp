#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/gadget_blocks.hpp"
#include "data/formats/position_column.hpp"
#include "data/particles/column_sources.hpp"
#include "data/particles/cosmology.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/particle_types.hpp"

namespace milkomeda {
namespace {

using namespace gadget;

// Returns the description of the array in a block. The size of the block shows whether its numbers have 4 or 8 bytes.
NumberArray array_of(const BinaryFile& file, const Block& block, std::uint64_t rows, std::size_t width,
                     NumberType short_type, NumberType long_type) {
    NumberArray array{block.offset, static_cast<std::size_t>(rows), width, short_type};
    if (block.bytes == array.bytes()) return array;
    array.type = long_type;
    if (block.bytes == array.bytes()) return array;
    file.fail_at(block.offset, fmt::format("block {} has {} bytes, but {} bodies need {} or {} bytes", block.name,
                                           block.bytes, rows, array.bytes() / 2, array.bytes()));
}
NumberArray reals(const BinaryFile& file, const Block& block, std::uint64_t rows, std::size_t width) {
    return array_of(file, block, rows, width, NumberType::float32, NumberType::float64);
}

// Reads the masses. Sets ParticleFile::has_masses to false if no body has a mass.
void read_masses(const BinaryFile& file, const Contents& contents, ParticleFile& result) {
    std::vector<Float4>& positions = result.particles.positions;
    const Header& header = contents.header;
    const std::uint64_t without_mass = header.bodies_without_mass();
    const Block* const block = contents.find("MASS");
    // The mass block contains only bodies of types whose mass in the header is 0, in the order of the types. Some
    // programs write the masses of all bodies.
    const bool in_block = block && block->bytes > 0 && without_mass > 0;
    const bool all_in_block = in_block && !block->fits(without_mass) && block->fits(positions.size());
    std::size_t row = 0;
    std::vector<std::pair<std::size_t, std::size_t>> runs;  // pairs of first row and number of rows
    for (std::size_t type = 0; type < header.counts.size(); ++type) {
        if (header.masses[type] == 0 || all_in_block) runs.emplace_back(row, header.counts[type]);
        for (std::uint32_t i = 0; i < header.counts[type]; ++i)
            positions[row++].w = static_cast<float>(header.masses[type]);
    }
    result.has_masses = in_block || without_mass < positions.size();
    if (!in_block && without_mass > 0 && result.has_masses) {
        result.bodies_without_mass = without_mass;
        result.notes.push_back(std::to_string(without_mass) +
                               " bodies have no mass in the file; the program sets their masses to 0");
    }
    if (all_in_block)
        result.notes.emplace_back(
            "block MASS has the masses of all bodies; the program does not use the masses in the header");
    if (!in_block) return;
    NumberArray masses = reals(file, *block, all_in_block ? positions.size() : without_mass, 1);
    for (const auto& [first, count] : runs) {
        masses.rows = count;
        file.read_rows<double>(masses, [&, begin = first](std::size_t i, const double* mass) {
            positions[begin + i].w = static_cast<float>(*mass);
        });
        masses.offset += masses.bytes();
    }
}

// Reads the blocks of gas, which belongs to the first rows. `a` is the scale factor, of which comoving densities and
// smoothing lengths contain powers.
void read_gas(const BinaryFile& file, const Contents& contents, double a, ParticleSet& particles) {
    const std::uint32_t bodies = contents.header.counts[0];
    const auto read = [&](std::string_view name, auto take) {
        const Block* const block = contents.find(name);
        if (bodies == 0 || block == nullptr) return;
        particles.gas.resize(particles.size());
        file.read_rows<double>(reals(file, *block, bodies, 1),
                               [&](std::size_t row, const double* number) { take(row, *number); });
    };
    const auto [energies, densities, lengths] = gas_columns;
    if (!contents.header.has_entropies)
        read(energies, [&](std::size_t row, double u) { particles.gas[row].energy = gas_number(u); });
    read(densities, [&](std::size_t row, double rho) { particles.gas[row].density = gas_number(rho / (a * a * a)); });
    read(lengths, [&](std::size_t row, double H) { particles.velocities[row].w = gas_number(a * H); });
}

// Reads positions, velocities, ids and masses. Multiplies positions and velocities by the factors.
void read_columns(const BinaryFile& file, const Contents& contents, double length_factor, double velocity_factor,
                  ParticleFile& result) {
    ParticleSet& particles = result.particles;
    const std::uint64_t bodies = contents.header.bodies();
    const Block* const position = contents.find("POS");
    if (position == nullptr) file.fail("lacks the block of positions (POS)");
    // reals() checks that the block contains `bodies` rows, so that PositionColumn cannot exhaust the memory
    const NumberArray positions = reals(file, *position, bodies, 3);
    PositionColumn column(result, positions.rows, positions.type, length_factor);
    file.read_rows<double>(positions, [&](std::size_t row, const double* r) { column.set(row, r); });
    const Block* const velocity = contents.find("VEL");
    result.has_velocities = velocity != nullptr;
    if (velocity)
        file.read_rows<double>(reals(file, *velocity, bodies, 3), [&](std::size_t row, const double* v) {
            particles.velocities[row] = float4_of(velocity_factor * glm::dvec3{v[0], v[1], v[2]}, 0);
        });
    else
        result.notes.emplace_back("the file contains no velocities; the program sets all velocities to 0");
    const Block* const ids = contents.find("ID");
    result.has_ids = ids != nullptr;
    if (ids) {
        const NumberArray array = array_of(file, *ids, bodies, 1, NumberType::uint32, NumberType::uint64);
        result.exact_ids.resize(array.rows);
        file.read_rows<std::uint64_t>(array,
                                      [&](std::size_t row, const std::uint64_t* id) { result.exact_ids[row] = *id; });
    }
    read_masses(file, contents, result);
}

std::optional<UnitSystem> stated_units(const Header& header) {
    if (header.in_model_units) return model_units;
    return std::nullopt;
}

double h_of(const Header& header) { return header.h > 0.1 && header.h < 10 ? header.h : 1; }

// Scale factor and time of a snapshot. GADGET stores comoving positions, and velocities divided by the square root of
// the scale factor.
struct GadgetEpoch {
    Epoch epoch;
    std::optional<double> age;  // age of the universe in model units
    double time;                // in model units
};

GadgetEpoch epoch_in(const Header& header, const ReadOptions& options) {
    const UnitSystem units = units_of(options, stated_units(header), gadget_units(h_of(header)), h_of(header));
    GadgetEpoch result{{}, std::nullopt, model_time(header.time, units)};
    if (units == model_units) return result;
    const CosmologyFields fields{.time = header.time,
                                 .redshift = header.redshift,
                                 .h = h_of(header) == header.h ? std::optional{header.h} : std::nullopt,
                                 .omega_matter = header.omega,
                                 .omega_lambda = header.omega_lambda};
    result.epoch = epoch_of(fields);
    if (!result.epoch.time_is_scale_factor) return result;
    result.age = age_of_universe(result.epoch.scale_factor, fields);
    result.time = result.age.value_or(header.time);
    return result;
}

std::size_t files_of(const Header& header) { return static_cast<std::size_t>(std::max(header.files, 1)); }

void note_gadget_blocks(ParticleFile& file, const Contents& contents) {
    const Header& header = contents.header;
    const std::uint64_t total = std::accumulate(header.totals.begin(), header.totals.end(), std::uint64_t{0});
    if (file.files == 1 && total > 0 && total != header.bodies())
        file.notes.push_back(
            fmt::format("the header states {} bodies in the whole snapshot, but {} bodies in this file; the program "
                        "reads the bodies in this file",
                        total, header.bodies()));
    if (header.has_entropies && contents.find(gas_columns[0]))
        file.notes.emplace_back(
            "the block U contains entropies, as the header states; the program does not use them, and an adiabatic run "
            "starts with --gas-temperature");
    if (!contents.is_usual)
        file.notes.emplace_back(
            "the blocks of the file have no labels and are not in the usual order; the program identifies the columns "
            "by the sizes of the blocks; info --explain lists the columns");
}

void note_gadget_sources(ParticleFile& file, const Contents& contents, const ReadOptions& options,
                         const GadgetEpoch& epoch) {
    const Header& header = contents.header;
    const auto place = [&](std::string_view name) {
        const Block* const block = contents.find(name);
        return block ? fmt::format("block {} ({})", block - contents.blocks.data() + 1, name) : "";
    };
    ColumnPlaces places{place("POS"), place("VEL"), place("MASS"), place("ID"), "header"};
    if (header.counts[0] > 0)
        places.energies = header.has_entropies ? "" : place(gas_columns[0]), places.densities = place(gas_columns[1]),
        places.lengths = place(gas_columns[2]);
    if (file.has_masses && header.bodies_without_mass() < header.bodies())
        places.masses = places.masses.empty() ? "header" : "header and " + places.masses;
    const double h = h_of(header);
    add_sources(file, places, units_of(options, stated_units(header), gadget_units(h), h),
                rule_of_units(options, stated_units(header),
                              fmt::format("usual units of GADGET, with h = {} {}", h,
                                          h == header.h ? "from the header" : "because the header has no h")));
    for (ColumnSource& source : file.sources) {
        const double a = epoch.epoch.scale_factor;
        if (source.column == "time" && epoch.epoch.time_is_scale_factor)
            source.unit = "scale factor", source.factor = epoch.time / header.time, source.note = epoch.epoch.rule;
        constexpr std::array<std::pair<std::string_view, double>, 4> exponents{
            {{"positions", 1}, {"smoothing lengths", 1}, {"velocities", 0.5}, {"densities", -3}}};
        const auto found =
            std::ranges::find(exponents, std::string_view{source.column}, &std::pair<std::string_view, double>::first);
        if (a == 1 || found == exponents.end()) continue;
        source.unit += found->second == 1 ? " a" : fmt::format(" a^{}", found->second);
        source.factor *= std::pow(a, found->second);
    }
}

}  // namespace

bool looks_like_gadget(const FileHead& head) {
    using namespace std::string_view_literals;
    const std::string_view bytes = head.bytes, first = bytes.substr(0, 4);
    if (first == "\0\1\0\0"sv || first == "\0\0\1\0"sv) return true;
    // Format 2 begins with a block that contains the label of the next block. The size of this block, 8 bytes, is
    // stored before and after the block.
    return (first == "\10\0\0\0"sv || first == "\0\0\0\10"sv) && bytes.size() >= 16 && bytes.substr(12, 4) == first &&
           std::ranges::all_of(bytes.substr(4, 4), [](char c) { return c >= ' ' && c <= '~'; });
}

ParticleFile read_gadget(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile result;
    BinaryFile file(path);
    const Contents contents = read_contents(file);
    const Header& header = contents.header;
    require_countable(path, header.bodies());
    result.files = files_of(header);
    // a part of a snapshot may be without bodies
    if (header.bodies() == 0 && result.files == 1) file.fail("contains no bodies, according to its header");
    const double h = h_of(header);
    const double length = factors_to_model_units(units_of(options, stated_units(header), gadget_units(h), h)).length;
    const GadgetEpoch epoch = epoch_in(header, options);
    const double a = epoch.epoch.scale_factor;
    if (header.bodies() > 0) {
        read_columns(file, contents, length * a, std::sqrt(a), result);
        read_gas(file, contents, a, result.particles);
    }

    ParticleSet& particles = result.particles;
    TypeCounts counts;
    std::copy(header.counts.begin(), header.counts.end(), counts.begin());
    add_components(particles, counts);
    if (header.box > 0 && std::isfinite(header.box * length * a)) result.box = glm::dvec3{header.box * length * a};
    result.unused = contents.unused();
    note_gadget_blocks(result, contents);
    note_gadget_sources(result, contents, options, epoch);
    note_cosmology(result, epoch.epoch, epoch.age);
    apply_units(result, options, stated_units(header), gadget_units(h), h);
    particles.time = epoch.time;
    return result;
}

std::optional<double> read_gadget_time(const std::filesystem::path& path, const ReadOptions& options) {
    BinaryFile file(path);
    return epoch_in(read_contents(file).header, options).time;
}

PartsInfo read_gadget_parts(const std::filesystem::path& path) {
    BinaryFile file(path);
    return {.files = files_of(read_contents(file).header)};
}

}  // namespace milkomeda
