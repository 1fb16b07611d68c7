// Components of Dubinski's dataset, in the order of the rows of its table, with total masses in model units.
#pragma once

#include <array>
#include <string_view>

namespace milkomeda::dubinski {

inline constexpr std::string_view milky_way = "milky-way";
inline constexpr std::string_view andromeda = "andromeda";

struct Part {
    std::string_view galaxy, name;
    double mass;
};

inline constexpr std::array<Part, 6> parts{{
    {milky_way, "disk", 0.81742},
    {andromeda, "disk", 1.71254},
    {milky_way, "bulge", 0.43064},
    {andromeda, "bulge", 0.90221},
    {milky_way, "halo", 10.2151},
    {andromeda, "halo", 21.4011},
}};

}  // namespace milkomeda::dubinski
