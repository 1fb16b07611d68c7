// The layout of GADGET-2's files, for reading and writing.
#pragma once

#include <cstdint>
#include <string_view>

namespace milkomeda::gadget {

constexpr std::uint32_t header_size = 256;
constexpr std::uint32_t name_block_size = 8;  // of format 2: four characters, and how far the next name is

// Our own mark, where the header has 48 bytes that no version of GADGET has found a use for.
constexpr std::uint64_t mark_place = 208;
constexpr std::string_view model_units_mark = "units: 4 kpc, 220 km/s, G = 1";

}  // namespace milkomeda::gadget
