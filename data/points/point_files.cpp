#include "data/points/point_files.hpp"

#include <fmt/format.h>

#include "data/files/binary_file.hpp"
#include "data/text/one_line.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr const char* ply_properties = R"(property float x
property float y
property float z
property float vx
property float vy
property float vz
property uchar red
property uchar green
property uchar blue
property float radius
property float mass
property float luminosity
property ushort component
property uint id
end_header
)";

std::string ply_header(const ColoredPoints& points) {
    std::string header = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment Milkomeda, time {} Myr\n"
        "comment lengths in kpc, velocities in km/s, masses and luminosities in those of the Sun, colors in sRGB\n",
        exact_number(points.myr));
    for (std::size_t i = 0; i < points.components.size(); ++i)
        header += fmt::format("comment component {} {}\n", i, one_line(points.components[i]));
    return header + fmt::format("element vertex {}\n", points.points.size()) + ply_properties;
}

}  // namespace

void write_ply(const std::filesystem::path& file, const ColoredPoints& points) {
    BinaryWriter writer(file);
    writer.text(ply_header(points));
    for (const ColoredPoint& point : points.points) {
        for (const glm::vec3& vector : {point.position, point.velocity})
            for (int axis = 0; axis < 3; ++axis) writer.number(vector[axis]);
        for (const std::uint8_t channel : point.color) writer.number(channel);
        writer.number(point.radius);
        writer.number(point.mass);
        writer.number(point.luminosity);
        writer.number(point.component);
        writer.number(point.id);
    }
    writer.commit();
}

PointTable::PointTable(const std::filesystem::path& file) : writer_{file} {
    writer_.write("x,y,z,vx,vy,vz,red,green,blue,radius,mass,luminosity,component,id,time_myr\n");
}

void PointTable::add(const ColoredPoints& points) {
    const std::string time = exact_number(points.myr);
    for (const ColoredPoint& point : points.points) {
        std::string row;
        for (const glm::vec3& vector : {point.position, point.velocity})
            for (int axis = 0; axis < 3; ++axis) (row += exact_number(vector[axis])) += ',';
        for (const std::uint8_t channel : point.color) row += std::to_string(channel) + ',';
        for (const float number : {point.radius, point.mass, point.luminosity}) (row += exact_number(number)) += ',';
        writer_.write(row + fmt::format("{},{},{}\n", point.component, point.id, time));
    }
}

void PointTable::commit() { writer_.commit(); }

}  // namespace milkomeda
