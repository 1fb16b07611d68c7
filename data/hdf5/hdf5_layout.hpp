// The layout of snapshots in HDF5, for reading and writing.
#pragma once

#include <cstdint>

namespace milkomeda::hdf5 {

// Attributes of the group Header, as AREPO writes them; GADGET-4 has them in its group Parameters.
inline constexpr const char* unit_length = "UnitLength_in_cm";
inline constexpr const char* unit_mass = "UnitMass_in_g";
inline constexpr const char* unit_velocity = "UnitVelocity_in_cm_per_s";

// How much a data set may hold in a file of this size. Compressed numbers shrink a few times; what claims to
// have shrunk more than a hundredfold is made to fill the memory.
inline constexpr std::uint64_t most_bytes(std::uint64_t file_size) {
    constexpr std::uint64_t always_allowed = 1024 * 1024, most_expansion = 100;
    return always_allowed + most_expansion * file_size;
}

// An attribute of our own, of a group PartTypeN: a line "COUNT NAME" or "COUNT GALAXY/NAME" for each
// component of these particles, in their order.
inline constexpr const char* components = "Components";

}  // namespace milkomeda::hdf5
