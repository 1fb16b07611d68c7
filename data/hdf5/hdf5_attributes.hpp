// Groups and attributes of HDF5 snapshots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/hdf5/hdf5_handle.hpp"

namespace milkomeda {

// Returns true if an object of this name exists. External and soft links are not followed.
bool has_link(hid_t group, const char* name);

// Returns an empty handle if the group does not exist.
Hdf5Handle open_group(hid_t parent, const std::string& name);

// Returns true for integers and floats of at most 8 bytes.
bool is_number(hid_t type);

// Returns the numbers of an attribute; empty if it does not exist. Throws std::runtime_error if it is not
// numeric or has more than 64 numbers.
std::vector<double> number_attributes(const Hdf5Handle& object, const char* name);
// Returns the first number of the attribute.
std::optional<double> number_attribute(const Hdf5Handle& object, const char* name);

// Returns an empty string if the attribute does not exist or is longer than this limit of Milkomeda's own
// attributes.
inline constexpr std::size_t longest_text_attribute = 16 * 1024;
std::string text_attribute(const Hdf5Handle& object, const char* name);

// Returns the content of a data set that is a fixed-length text of at most 16 MiB; an empty optional if it
// does not exist. Throws std::runtime_error for other data sets.
std::optional<std::string> archived_text(const Hdf5Handle& group, const char* name);

}  // namespace milkomeda
