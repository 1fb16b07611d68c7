// Data sets and groups that a snapshot keeps in other files, its parts: virtual data sets (SWIFT) and external links.
// These functions run in the child process of hdf5_snapshot.cpp.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "data/hdf5/hdf5_handle.hpp"

namespace milkomeda {

// Lists at most 4096 names of a group.
std::vector<std::string> names_in_group(hid_t group);

// Open a group or data set, also through links to other files. The parts must be regular files at the stated place or
// in the folder of the snapshot. Throw std::runtime_error that names a missing part.
Hdf5Handle open_linked_group(hid_t parent, const std::string& name);
Hdf5Handle open_linked_data(hid_t parent, const std::string& name);

// Adds the files that contain the numbers of a data set to `files`. Throws std::runtime_error if a part is missing or
// smaller than stated, because HDF5 would replace the missing numbers by 0.
void add_parts(const Hdf5Handle& data, const std::string& name, std::set<std::filesystem::path>& files);

}  // namespace milkomeda
