// Opening and writing of HDF5 files, and child processes for this work. Written objects have no time stamps, so
// that equal contents give equal files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "data/hdf5/hdf5_handle.hpp"
#include "data/system/atomic_file.hpp"
#include "data/system/descriptor.hpp"
#include "data/system/isolated_process.hpp"

namespace milkomeda {

// The following functions call the HDF5 library, so only a child process may call them. They throw std::runtime_error.

// Opens a file for reading.
Hdf5Handle open_hdf5(const std::filesystem::path& path);
// Creates a file whose first `head_bytes` bytes HDF5 leaves unused (the "user block").
Hdf5Handle create_hdf5(const std::filesystem::path& path, hsize_t head_bytes = 0);
Hdf5Handle create_group(hid_t parent, const std::string& name);
// Returns creation properties without time stamps for objects of the class `kind`, such as H5P_GROUP_CREATE.
Hdf5Handle without_times(hid_t kind);
// Returns the HDF5 type of fixed-length strings that are as long as `text`.
Hdf5Handle type_of_text(const std::string& text);
// Writes a single value as a scalar, as other programs expect, and several values as an array.
void write_attribute(hid_t object, const std::string& name, hid_t type, std::size_t count, const void* values);
// Writes a data set with the size `sizes` along each axis; without sizes, `data` is a scalar.
void write_data(hid_t group, const std::string& name, hid_t type, std::span<const hsize_t> sizes, const void* data);

// Calls `work`, which writes `file` with the HDF5 library, in a child process. The child process is needed because
// HDF5 crashes at program exit after a failed write to a full disk. Throws FileError.
void write_in_child(const AtomicFile& file, const std::function<void()>& work);

}  // namespace milkomeda
