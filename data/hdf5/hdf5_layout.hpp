// Layout of HDF5 snapshots, for the reader and the writer.
#pragma once

#include <cstdint>

namespace milkomeda::hdf5 {

// Attributes of the group Header, as AREPO writes them; GADGET-4 has them in its group Parameters.
inline constexpr const char* unit_length = "UnitLength_in_cm";
inline constexpr const char* unit_mass = "UnitMass_in_g";
inline constexpr const char* unit_velocity = "UnitVelocity_in_cm_per_s";

// Limit of the size of a data set in a file of this size. Compression reduces numbers by small factors;
// larger factors than 100 indicate a file made to exhaust the memory.
inline constexpr std::uint64_t most_bytes(std::uint64_t file_size) {
    constexpr std::uint64_t always_allowed = 1024 * 1024, most_expansion = 100;
    return always_allowed + most_expansion * file_size;
}

// Milkomeda's attribute of a group PartTypeN: a line "COUNT NAME" or "COUNT GALAXY/NAME" for each component
// of these particles, in their order.
inline constexpr const char* components = "Components";

}  // namespace milkomeda::hdf5
