// Layout of GADGET-2 files, shared by the reader and the writer.
#pragma once

#include <cstdint>
#include <string_view>

namespace milkomeda::gadget {

constexpr std::uint32_t header_size = 256;
// Size of a block name in format 2: four characters, and the distance to the next name.
constexpr std::uint32_t name_block_size = 8;

// Mark for Milkomeda's model units, in the 48 header bytes that no version of GADGET uses.
constexpr std::uint64_t mark_place = 208;
constexpr std::string_view model_units_mark = "units: 4 kpc, 220 km/s, G = 1";

}  // namespace milkomeda::gadget
