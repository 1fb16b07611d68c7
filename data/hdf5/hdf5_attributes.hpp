// Groups of an HDF5 file and the attributes on them, as far as snapshots have them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/hdf5/hdf5_handle.hpp"

namespace milkomeda {

// Is there an object of this name? Links to other files and to other places are not followed.
bool has_link(hid_t group, const char* name);

// Empty where it is missing.
Hdf5Handle open_group(hid_t parent, const std::string& name);

// Is it an integer or a float of at most 8 bytes?
bool is_number(hid_t type);

// The numbers of an attribute; none where it is missing. Throws std::runtime_error for what is no number, and
// for more than 64.
std::vector<double> number_attributes(const Hdf5Handle& object, const char* name);
// The first of them.
std::optional<double> number_attribute(const Hdf5Handle& object, const char* name);

// Empty where it is missing, or is none of ours, which are no longer than this.
inline constexpr std::size_t longest_text_attribute = 16 * 1024;
std::string text_attribute(const Hdf5Handle& object, const char* name);

// The text that a data set is: one of a fixed length, at most 16 MiB. Empty where it is missing. Throws
// std::runtime_error for another kind.
std::optional<std::string> archived_text(const Hdf5Handle& group, const char* name);

}  // namespace milkomeda
