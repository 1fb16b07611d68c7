#include <initializer_list>
#include <limits>
#include <string>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/nemo_items.hpp"
#include "data/particles/row_order.hpp"

namespace milkomeda {
namespace {

using namespace nemo;

constexpr std::int32_t cartesian_3d_phase_space = 0x10302;  // NEMO's CSCode(Cartesian, 3, 2)

}  // namespace

void write_nemo(const std::filesystem::path& path, const ParticleSet& particles) {
    if (particles.size() > std::size_t{std::numeric_limits<std::int32_t>::max()})
        throw FileError(path, "is not written: the nemo format stores at most 2147483647 bodies");
    BinaryWriter writer(path);
    const auto begin_item = [&](const char* type, const char* tag, std::initializer_list<std::size_t> dimensions) {
        writer.number(dimensions.size() > 0 ? plural_magic : single_magic);
        writer.text(std::string(type) + '\0');
        if (*type != ')') writer.text(std::string(tag) + '\0');
        for (const std::size_t dimension : dimensions) writer.number(static_cast<std::int32_t>(dimension));
        if (dimensions.size() > 0) writer.number(std::int32_t{0});
    };
    const std::vector<std::uint32_t> rows = written_order(particles);
    begin_item("(", "SnapShot", {});
    begin_item("(", "Parameters", {});
    begin_item("i", "Nobj", {});
    writer.number(static_cast<std::int32_t>(particles.size()));
    begin_item("d", "Time", {});
    writer.number(particles.time);
    begin_item(")", "", {});
    begin_item("(", "Particles", {});
    begin_item("i", "CoordSystem", {});
    writer.number(cartesian_3d_phase_space);
    begin_item("f", "Mass", {rows.size()});
    for (const std::size_t row : rows) writer.number(particles.positions[row].w);
    const bool is_double = particles.origin != glm::dvec3{0};  // floats are too coarse far from 0
    begin_item(is_double ? "d" : "f", "PhaseSpace", {rows.size(), 2, 3});
    for (const std::size_t row : rows) {
        const glm::dvec3 p = source_position(particles, row), v = vector_of(particles.velocities[row]);
        for (const double value : {p.x, p.y, p.z, v.x, v.y, v.z})
            is_double ? writer.number(value) : writer.number(static_cast<float>(value));
    }
    begin_item(")", "", {});
    begin_item(")", "", {});
    writer.commit();
}

}  // namespace milkomeda
