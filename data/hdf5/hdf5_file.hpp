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
#include "data/system/file_error.hpp"
#include "data/system/isolated_process.hpp"

namespace milkomeda {

// The following functions call the HDF5 library, so they run in a child process. They throw std::runtime_error.

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

// The following functions run in the parent process and throw FileError.

// Calls `work`, which writes `file` with the HDF5 library, in a child process. The child process is needed because
// HDF5 crashes at program exit after a failed write to a full disk.
void write_in_child(const AtomicFile& file, const std::function<void()>& work);

// Calls `work`, which reads a file with the HDF5 library, in a child process, and returns the result of receive(child).
// `limits` are the memory and CPU time of the child process for an empty file; both limits grow linearly with the
// file's size, to which `more_bytes` adds the size of other files. Error messages get the prefix `failure`.
template <typename Result>
Result read_in_child(const std::filesystem::path& path, const IsolatedProcess::Limits& limits,
                     const std::string& failure, const std::function<void(Sender&)>& work,
                     const std::function<Result(IsolatedProcess&)>& receive, std::uint64_t more_bytes = 0) try {
    constexpr std::uint64_t bytes_per_second = 4 * 1024 * 1024;
    const std::uint64_t size = std::filesystem::file_size(path) + more_bytes;
    IsolatedProcess child({limits.bytes + size, limits.seconds + size / bytes_per_second}, work, own_descriptors(path));
    return receive(child);
} catch (const FileError&) {
    throw;
} catch (const std::runtime_error& error) {
    throw FileError(path, failure + error.what());
}

}  // namespace milkomeda
