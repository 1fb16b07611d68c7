// Files of colored points for other graphics programs contain the numbers of the points in the documented layout.
#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "data/points/point_files.hpp"
#include "data/system/scratch_folder.hpp"

using namespace milkomeda;

namespace {

ColoredPoints two_points() {
    return {.myr = 177.8,
            .components = {"milky-way disk", "andromeda\nhalo"},
            .points = {{.position = {1, 2.5f, -3},
                        .velocity = {100, 0, -0.5f},
                        .mass = 4.5e6f,
                        .radius = 0.25f,
                        .luminosity = 3e6f,
                        .color = {255, 128, 0},
                        .component = 0,
                        .id = 7},
                       {.position = {-1e-3f, 0, 1e6f},
                        .mass = 1,
                        .radius = 2,
                        .color = {1, 2, 3},
                        .component = 1,
                        .id = 4000000000}}};
}

std::string content(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

template <typename Number>
Number number_at(const std::string& bytes, std::size_t offset) {
    Number number;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

}  // namespace

TEST_CASE("a PLY file has a header with units and components, and a row of 45 bytes for each point") {
    const ScratchFolder folder{"milkomeda-points"};
    write_ply(folder.path() / "a.ply", two_points());
    const std::string text = content(folder.path() / "a.ply"), end = "end_header\n";
    const std::size_t body = text.find(end) + end.size();
    const std::string header = text.substr(0, body);
    CHECK(header.starts_with("ply\nformat binary_little_endian 1.0\ncomment Milkomeda, time 177.8 Myr\n"));
    CHECK(header.find("comment component 0 milky-way disk\n") != std::string::npos);
    CHECK(header.find("comment component 1 andromeda\\nhalo\n") != std::string::npos);
    CHECK(header.find("element vertex 2\n") != std::string::npos);
    constexpr std::size_t row = 6 * 4 + 3 + 3 * 4 + 2 + 4;
    REQUIRE(text.size() == body + 2 * row);
    CHECK(number_at<float>(text, body + 4) == 2.5f);
    CHECK(number_at<float>(text, body + 20) == -0.5f);
    CHECK(static_cast<unsigned char>(text[body + 25]) == 128);
    CHECK(number_at<float>(text, body + 27) == 0.25f);
    CHECK(number_at<float>(text, body + 31) == 4.5e6f);
    CHECK(number_at<float>(text, body + 35) == 3e6f);
    CHECK(number_at<std::uint32_t>(text, body + 41) == 7);
    CHECK(number_at<float>(text, body + row + 8) == 1e6f);
    CHECK(number_at<std::uint16_t>(text, body + row + 39) == 1);
    CHECK(number_at<std::uint32_t>(text, body + row + 41) == 4000000000);
}

TEST_CASE("a table of points contains the moments one after the other, with exact numbers") {
    const ScratchFolder folder{"milkomeda-points"};
    PointTable table{folder.path() / "a.csv"};
    ColoredPoints points = two_points();
    table.add(points);
    points.myr = 200;
    table.add(points);
    CHECK_FALSE(std::filesystem::exists(folder.path() / "a.csv"));
    table.commit();
    CHECK(content(folder.path() / "a.csv") ==
          "x,y,z,vx,vy,vz,red,green,blue,radius,mass,luminosity,component,id,time_myr\n"
          "1,2.5,-3,100,0,-0.5,255,128,0,0.25,4500000,3e+06,0,7,177.8\n"
          "-0.001,0,1e+06,0,0,0,1,2,3,2,1,0,1,4000000000,177.8\n"
          "1,2.5,-3,100,0,-0.5,255,128,0,0.25,4500000,3e+06,0,7,200\n"
          "-0.001,0,1e+06,0,0,0,1,2,3,2,1,0,1,4000000000,200\n");
}
