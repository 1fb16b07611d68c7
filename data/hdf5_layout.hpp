// What reading and writing snapshots in HDF5 both know.
#pragma once

namespace milkomeda::hdf5 {

// Attributes of the group Header, as AREPO writes them; GADGET-4 has them in its group Parameters.
inline constexpr const char* unit_length = "UnitLength_in_cm";
inline constexpr const char* unit_mass = "UnitMass_in_g";
inline constexpr const char* unit_velocity = "UnitVelocity_in_cm_per_s";

// An attribute of our own, of a group PartTypeN: a line "COUNT NAME" or "COUNT GALAXY/NAME" for each
// component of these particles, in their order.
inline constexpr const char* components = "Components";

}  // namespace milkomeda::hdf5
