// Layout of HDF5 snapshots, shared by the reader and the writer.
#pragma once

#include <cstdint>

namespace milkomeda::hdf5 {

// Attributes that give the units. AREPO writes them in the group Header, GADGET-4 in the group Parameters.
inline constexpr const char* unit_length = "UnitLength_in_cm";
inline constexpr const char* unit_mass = "UnitMass_in_g";
inline constexpr const char* unit_velocity = "UnitVelocity_in_cm_per_s";

// Returns the largest accepted size of a data set in bytes, for a file of `file_size` bytes. Compression reduces
// numbers by small factors; factors above 100 indicate a file made to exhaust memory.
inline constexpr std::uint64_t most_bytes(std::uint64_t file_size) {
    constexpr std::uint64_t always_allowed = 1024 * 1024, most_expansion = 100;
    return always_allowed + most_expansion * file_size;
}

// Attribute that Milkomeda adds to a group PartTypeN: an entry "COUNT NAME" or "COUNT GALAXY/NAME" for each component
// of these particles, in the order of the components, separated by semicolons.
inline constexpr const char* components = "Components";

// Attribute of the group Header in which SWIFT writes the name of the run, and the name in the parameter files that
// Milkomeda writes for SWIFT.
inline constexpr const char* run_name = "RunName";
inline constexpr const char* name_of_handed_over_run = "milkomeda";

// Time of birth that Milkomeda writes for stars that are older than the run. NaN would spread into the results of
// programs that compute with all rows. The reader ignores the number.
inline constexpr double unknown_birth = -1;

// Attribute that Milkomeda adds to the smoothing lengths that it writes for SWIFT: the radius at which the kernel ends,
// divided by the number in the data set.
inline constexpr const char* kernel_radius_attribute = "KernelRadius";

}  // namespace milkomeda::hdf5
