#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/gadget_layout.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/row_order.hpp"

namespace milkomeda {
namespace {

using namespace gadget;

// Returns the mass per body of each particle type whose bodies all have equal masses. For other types returns 0, which
// means that the mass block stores the masses of the bodies.
std::array<float, type_names.size()> common_masses(const ParticleSet& particles) {
    std::array<float, type_names.size()> masses;
    masses.fill(-1);  // -1: no body of this type was found yet
    for (const Component& component : particles.components) {
        float& mass = masses[type_of(component)];
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            if (mass < 0) mass = particles.positions[row].w;
            if (particles.positions[row].w != mass) mass = 0;
        }
    }
    for (float& mass : masses) mass = std::max(mass, 0.0f);
    return masses;
}

void write_header(BinaryWriter& writer, const ParticleSet& particles,
                  const std::array<float, type_names.size()>& masses) {
    const TypeCounts counts = count_types(particles);
    const auto write_counts = [&] {
        for (const std::size_t count : counts) writer.number(static_cast<std::uint32_t>(count));
    };
    const auto zeros = [&](std::size_t bytes) { writer.text(std::string(bytes, '\0')); };
    write_counts();
    for (const float mass : masses) writer.number(double{mass});
    writer.number(particles.time);
    zeros(8 + 4 + 4);                // header fields for redshift, star formation and feedback
    write_counts();                  // numbers of bodies in all files of the snapshot together
    zeros(4);                        // header field for cooling
    writer.number(std::int32_t{1});  // number of files in the snapshot
    zeros(8 + 8 + 8);                // header fields for box size and cosmology
    writer.number(1.0);              // Hubble parameter h
    zeros(mark_place - 160);
    writer.text(model_units_mark);
    zeros(header_size - mark_place - model_units_mark.size());
}

// Writes the complete columns of gas, whose rows are `rows`. Readers know these blocks only by their order, so a
// missing block ends the file.
void write_gas_blocks(BinaryWriter& writer, const ParticleSet& particles, std::span<const std::uint32_t> rows) {
    const auto write_block = [&](auto number_of) {
        const auto bytes = static_cast<std::uint32_t>(rows.size_bytes());
        writer.number(bytes);
        for (const std::size_t row : rows) writer.number(number_of(row));
        writer.number(bytes);
    };
    const CompleteGasColumns complete = complete_gas_columns(particles);
    if (complete.energies) write_block([&](std::size_t row) { return particles.gas[row].energy; });
    if (complete.energies && complete.densities)
        write_block([&](std::size_t row) { return particles.gas[row].density; });
    if (complete.all()) write_block([&](std::size_t row) { return particles.velocities[row].w; });
}

}  // namespace

void write_gadget(const std::filesystem::path& path, const ParticleSet& particles) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() / (3 * sizeof(float));
    if (particles.size() > most)
        throw FileError(
            path,
            fmt::format(
                "is not written: the gadget2 format stores at most {} bodies; choose a file name that ends in .hdf5",
                most));
    const std::array<float, type_names.size()> masses = common_masses(particles);
    std::size_t in_mass_block = 0;
    for (const Component& component : particles.components)
        if (masses[type_of(component)] == 0) in_mass_block += component.count;
    const std::vector<std::uint32_t> rows = written_order(particles, types_of(particles));
    // Written ids are one larger than the stored ids, because some programs treat id 0 as missing.
    const bool long_ids = std::find(particles.ids.begin(), particles.ids.end(),
                                    std::numeric_limits<std::uint32_t>::max()) != particles.ids.end();

    BinaryWriter writer(path);
    const auto block = [&](std::size_t bytes, auto write) {
        writer.number(static_cast<std::uint32_t>(bytes));
        write();
        writer.number(static_cast<std::uint32_t>(bytes));
    };
    const auto vectors = [&](auto vector_at) {
        block(rows.size() * 3 * sizeof(float), [&] {
            for (const std::size_t row : rows) {
                const Float4 vector = float4_of(vector_at(row), 0);
                for (const float value : {vector.x, vector.y, vector.z}) writer.number(value);
            }
        });
    };
    block(header_size, [&] { write_header(writer, particles, masses); });
    vectors([&](std::size_t row) { return source_position(particles, row); });
    vectors([&](std::size_t row) { return vector_of(particles.velocities[row]); });
    block(rows.size() * (long_ids ? 8 : 4), [&] {
        for (const std::size_t row : rows)
            if (long_ids)
                writer.number(std::uint64_t{particles.ids[row]} + 1);
            else
                writer.number(particles.ids[row] + 1);
    });
    if (in_mass_block > 0)
        block(in_mass_block * sizeof(float), [&] {
            const TypeCounts counts = count_types(particles);
            auto row = rows.begin();
            for (std::size_t type = 0; type < counts.size(); ++type)
                for (std::size_t i = 0; i < counts[type]; ++i, ++row)
                    if (masses[type] == 0) writer.number(particles.positions[*row].w);
        });
    write_gas_blocks(writer, particles, std::span{rows}.first(count_types(particles)[0]));
    writer.commit();
}

}  // namespace milkomeda
