// Bodies as colored points, in the units of docs/blender.md.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace milkomeda {

struct ColoredPoint {
    glm::vec3 position{0};                // kpc
    glm::vec3 velocity{0};                // km/s
    float mass = 0;                       // solar masses
    float radius = 0;                     // smoothing length in kpc
    float luminosity = 0;                 // in solar luminosities in the V band
    float temperature = 0;                // of gas, in kelvin; 0 if unknown
    std::array<std::uint8_t, 3> color{};  // red, green and blue in sRGB
    std::uint16_t component = 0;          // index in ColoredPoints::components
    std::uint32_t id = 0;                 // equal at all times
};

struct ColoredPoints {
    double myr = 0;                       // time of the points in Myr
    std::vector<std::string> components;  // names, such as "milky-way disk"
    std::vector<ColoredPoint> points;     // in the order of their ids
};

}  // namespace milkomeda
