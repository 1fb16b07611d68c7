// Names of data sets and attributes in the snapshots of different programs. Names are compared without case, blanks and
// punctuation: the plain name of "UnitLength_in_cm" is "unitlengthincm". A new alias needs only an entry here.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace milkomeda {

// Plain names of one quantity, in order of preference: the program uses the first name that a file contains.
using Aliases = std::span<const std::string_view>;

// Returns the letters and digits of a name in lower case.
std::string plain_name(std::string_view name);
// Returns the element of `names` whose plain name comes first in `aliases`, or an empty string if no plain name is an
// alias.
std::string find_name(const std::vector<std::string>& names, Aliases aliases);

namespace hdf5 {

// Data sets of a group PartTypeN. The integers of integer_coordinates cover the box (GADGET-4). Black holes of SWIFT
// have DynamicalMasses, the masses that attract. SubgridMasses and BH_Mass, the masses of accretion models, are not
// used.
inline constexpr std::string_view coordinates[]{"coordinates", "coordinate", "positions", "position", "pos"};
inline constexpr std::string_view integer_coordinates[]{"intcoordinates"};
inline constexpr std::string_view velocities[]{"velocities", "velocity", "vel"};
inline constexpr std::string_view masses[]{"masses", "mass", "dynamicalmasses", "dynamicalmass"};
inline constexpr std::string_view ids[]{"particleids", "particleid", "ids", "id", "pid"};
// Data sets of gas (PartType0).
inline constexpr std::string_view energies[]{"internalenergies", "internalenergy"};
inline constexpr std::string_view densities[]{"densities", "density"};
inline constexpr std::string_view smoothing_lengths[]{"smoothinglengths", "smoothinglength"};
// Data set of stars (PartType4): times of birth, if Milkomeda has written the file.
inline constexpr std::string_view births[]{"stellarformationtime"};

// Attributes of the groups Header, Parameters, Units, Cosmology, Config and RuntimePars.
inline constexpr std::string_view counts[]{"numpartthisfile", "numpartthis"};
inline constexpr std::string_view has_entropies[]{"flagentropyics", "flagentropyinsteadu"};
inline constexpr std::string_view files[]{"numfilespersnapshot", "numfiles"};
inline constexpr std::string_view mass_table[]{"masstable", "massarr"};
inline constexpr std::string_view box_size[]{"boxsize"};
inline constexpr std::string_view time[]{"time"};
inline constexpr std::string_view scale_factor[]{"scalefactor", "expansionfactor", "aexp"};
inline constexpr std::string_view redshift[]{"redshift"};
inline constexpr std::string_view comoving[]{"comovingintegrationon", "cosmologicalrun"};
inline constexpr std::string_view hubble[]{"hubbleparam", "hubbleparameter", "h"};
inline constexpr std::string_view omega_matter[]{"omega0", "omegam", "omegamatter"};
inline constexpr std::string_view omega_lambda[]{"omegalambda"};
inline constexpr std::string_view omega_radiation[]{"omegar", "omegaradiation"};
inline constexpr std::string_view length_unit[]{"unitlengthincm", "unitlengthincgs"};
inline constexpr std::string_view mass_unit[]{"unitmassing", "unitmassincgs"};
inline constexpr std::string_view velocity_unit[]{"unitvelocityincmpers", "unitvelocityincgs"};
inline constexpr std::string_view time_unit[]{"unittimeins", "unittimeincgs"};
// units of SWIFT, which contain no powers of the Hubble parameter
inline constexpr std::string_view swift_length_unit[]{"unitlengthincgsul"};
inline constexpr std::string_view swift_mass_unit[]{"unitmassincgsum"};
inline constexpr std::string_view swift_time_unit[]{"unittimeincgsut"};

// Attributes of a data set: the conversion factor to cgs units, and the exponents of the scale factor and the Hubble
// parameter.
inline constexpr std::string_view cgs_factor[]{"cgsconversionfactor",
                                               "conversionfactortocgsnotincludingcosmologicalcorrections",
                                               "conversionfactortocgs", "cgsfactor", "tocgs"};
inline constexpr std::string_view physical_cgs_factor[]{
    "conversionfactortophysicalcgsincludingcosmologicalcorrections"};
inline constexpr std::string_view scale_exponent[]{"ascaleexponent", "aexpscaleexponent", "ascaling"};
inline constexpr std::string_view hubble_exponent[]{"hscaleexponent", "hscaling"};
// 1 if the stored numbers are physical, so that the stated exponent of the scale factor does not apply (SWIFT)
inline constexpr std::string_view is_physical[]{"valuestoredasphysical"};
// radius at which the kernel ends, divided by the smoothing lengths in the data set (written by Milkomeda)
inline constexpr std::string_view kernel_radius[]{"kernelradius"};
// formula of SWIFT, such as "a U_L  [ cm ]", for files that do not state the exponents as numbers
inline constexpr std::string_view cgs_expression[]{"expressionforphysicalcgsunits"};

}  // namespace hdf5

}  // namespace milkomeda
