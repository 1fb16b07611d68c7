#include "data/hdf5/hdf5_recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "data/hdf5/hdf5_archive.hpp"
#include "data/hdf5/hdf5_attributes.hpp"
#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/hdf5/hdf5_layout.hpp"

namespace milkomeda {
namespace {

constexpr const char* moments_group = "Moments";
constexpr const char* origin_attribute = "Origin";  // attribute of the group Bodies
constexpr hsize_t longest_chunk_rows = 32 * 1024;

// Returns creation properties for a data set with compression, checksums and the byte-shuffle filter, which
// improves the compression of floats.
Hdf5Handle packed(int rank, const hsize_t* chunk) {
    constexpr unsigned quick = 1;
    Hdf5Handle creation = without_times(H5P_DATASET_CREATE);
    require_hdf5(H5Pset_chunk(creation, rank, chunk), "begin");
    require_hdf5(H5Pset_shuffle(creation), "begin");
    require_hdf5(H5Pset_deflate(creation, quick), "begin");
    require_hdf5(H5Pset_fletcher32(creation), "begin");
    return creation;
}

// Creates a data set of moments x bodies x width numbers, or of one number per moment if `bodies` is 0.
Hdf5Handle growing_set(hid_t group, const char* name, hid_t type, hsize_t bodies, hsize_t width = 1) {
    const std::string what = std::string("write the data set ") + name;
    const bool is_column = bodies > 0;
    const std::array<hsize_t, 3> none{0, bodies, width}, most{H5S_UNLIMITED, bodies, width},
        chunk{is_column ? 1 : hsize_t{1024}, std::min(bodies, longest_chunk_rows), width};
    const int rank = is_column ? 3 : 1;
    const Hdf5Handle space(H5Screate_simple(rank, none.data(), most.data()), H5Sclose, what);
    return {H5Dcreate2(group, name, type, space, H5P_DEFAULT, packed(rank, chunk.data()), H5P_DEFAULT), H5Dclose, what};
}

// Appends a moment (the state at one time) to a data set.
void append(const Hdf5Handle& set, hsize_t moment, hsize_t bodies, hsize_t width, hid_t type, const void* data) {
    const std::string what = "write a moment";
    const int rank = bodies > 0 ? 3 : 1;
    const std::array<hsize_t, 3> all{moment + 1, bodies, width}, begin{moment, 0, 0}, size{1, bodies, width};
    require_hdf5(H5Dset_extent(set, all.data()), what);
    const Hdf5Handle space(H5Dget_space(set), H5Sclose, what);
    const Hdf5Handle memory(H5Screate_simple(rank, size.data(), nullptr), H5Sclose, what);
    require_hdf5(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr), what);
    require_hdf5(H5Dwrite(set, type, memory, space, H5P_DEFAULT, data), what);
}

}  // namespace

Hdf5RecordingWriter::Hdf5RecordingWriter(const std::filesystem::path& path, const RecordedBodies& bodies,
                                         const RecordedMoments& moments)
    : bodies_{bodies.ids.size()} {
    file_ = create_hdf5(path, archive_head_bytes);
    const Hdf5Handle of_bodies = create_group(file_, "Bodies"), of_moments = create_group(file_, moments_group);
    write_data(of_bodies, "IDs", H5T_NATIVE_UINT32, {&bodies_, 1}, bodies.ids.data());
    write_data(of_bodies, "Masses", H5T_NATIVE_FLOAT, {&bodies_, 1}, bodies.masses.data());
    write_data(of_bodies, "Components", type_of_text(bodies.components), {}, bodies.components.c_str());
    if (bodies.origin != std::array<double, 3>{})
        write_attribute(of_bodies, origin_attribute, H5T_NATIVE_DOUBLE, 3, bodies.origin.data());
    times_ = growing_set(of_moments, "Times", H5T_NATIVE_DOUBLE, 0);
    positions_ = growing_set(of_moments, "Positions", H5T_NATIVE_FLOAT, bodies_, 3);
    if (moments.velocities) velocities_ = growing_set(of_moments, "Velocities", H5T_NATIVE_FLOAT, bodies_, 3);
    if (moments.lengths) lengths_ = growing_set(of_moments, "Lengths", H5T_NATIVE_FLOAT, bodies_);
}

// Writes the time last, because readers count a moment as complete only if its time exists.
void Hdf5RecordingWriter::add(double time, std::span<const float> positions, std::span<const float> velocities,
                              std::span<const float> lengths) {
    append(positions_, moments_, bodies_, 3, H5T_NATIVE_FLOAT, positions.data());
    if (velocities_) append(velocities_, moments_, bodies_, 3, H5T_NATIVE_FLOAT, velocities.data());
    if (lengths_) append(lengths_, moments_, bodies_, 1, H5T_NATIVE_FLOAT, lengths.data());
    append(times_, moments_, 0, 1, H5T_NATIVE_DOUBLE, &time);
    // writes the data to the file now, so that little remains to be written at the end
    require_hdf5(H5Fflush(file_, H5F_SCOPE_LOCAL), "write a moment");
    ++moments_;
}

void Hdf5RecordingWriter::close() {
    const std::string what = "write the end of the file";
    times_.close(what);
    positions_.close(what);
    if (velocities_) velocities_.close(what);
    if (lengths_) lengths_.close(what);
    file_.close(what);
}

Hdf5RecordingReader::Hdf5RecordingReader(const std::filesystem::path& path)
    : file_bytes_{std::filesystem::file_size(path)} {
    file_ = open_hdf5(path);
    group_ = open_group(file_, moments_group);
    if (!group_) throw std::runtime_error("the group Moments is missing");
    positions_ = column("Positions", 3);
    if (has_link(group_, "Velocities")) velocities_ = column("Velocities", 3);
    if (has_link(group_, "Lengths")) lengths_ = column("Lengths", 1);
}

// Opens a data set of moments x bodies x width numbers. Throws std::runtime_error if the file is too small for
// this number of values.
Hdf5Handle Hdf5RecordingReader::column(const char* name, hsize_t width) {
    const std::string what = std::string("read the data set ") + name;
    const auto require = [name](bool holds, const char* fault) {
        if (!holds) throw std::runtime_error(fmt::format("the data set {} {}", name, fault));
    };
    require(has_link(group_, name), "is missing");
    Hdf5Handle set(H5Dopen2(group_, name, H5P_DEFAULT), H5Dclose, what);
    const Hdf5Handle type(H5Dget_type(set), H5Tclose, what), space(H5Dget_space(set), H5Sclose, what),
        creation(H5Dget_create_plist(set), H5Pclose, what);
    std::array<hsize_t, 3> sizes{}, chunk{};
    const bool has_form = is_number(type) && H5Sget_simple_extent_ndims(space) == 3 &&
                          H5Sget_simple_extent_dims(space, sizes.data(), nullptr) == 3 && sizes[2] == width &&
                          H5Pget_layout(creation) == H5D_CHUNKED && H5Pget_chunk(creation, 3, chunk.data()) == 3;
    const double most = static_cast<double>(hdf5::most_bytes(file_bytes_));
    const auto bytes = [&](const auto& n) {
        return double(n[0]) * double(n[1]) * double(n[2]) * double(H5Tget_size(type));
    };
    require(has_form, "does not have the expected dimensions and type");
    require(bytes(sizes) <= most && bytes(chunk) <= most, "is larger than a file of this size can contain");
    if (bodies_ == 0) moments_ = sizes[0], bodies_ = sizes[1];
    require(sizes[0] == moments_ && sizes[1] == bodies_,
            "has different numbers of moments or bodies than the data set Positions");
    return set;
}

RecordedBodies Hdf5RecordingReader::bodies() const {
    RecordedBodies bodies;
    const Hdf5Handle group = open_group(file_, "Bodies");
    const auto read = [&]<typename Number>(const char* name, hid_t type, std::vector<Number>& numbers) {
        const Hdf5Handle set = open_numbers(group, name, bodies_, 1, file_bytes_);
        numbers.resize(bodies_);
        require_hdf5(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()),
                     std::string("read the data set ") + name);
    };
    read("IDs", H5T_NATIVE_UINT32, bodies.ids);
    read("Masses", H5T_NATIVE_FLOAT, bodies.masses);
    bodies.components = archived_text(group, "Components").value_or("");
    const std::vector<double> origin = number_attributes(group, origin_attribute);
    if (origin.size() == bodies.origin.size()) std::ranges::copy(origin, bodies.origin.begin());
    return bodies;
}

std::vector<double> Hdf5RecordingReader::times() const {
    const Hdf5Handle set = open_numbers(group_, "Times", moments_, 1, file_bytes_);
    std::vector<double> times(moments_);
    require_hdf5(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()), "read the times");
    return times;
}

std::vector<float> Hdf5RecordingReader::numbers(const Hdf5Handle& set, hsize_t width, std::size_t moment) const {
    if (moment >= moments_) throw std::runtime_error("the requested moment does not exist");
    const std::string what = "read a moment";
    const std::array<hsize_t, 3> begin{moment, 0, 0}, size{1, bodies_, width};
    const Hdf5Handle space(H5Dget_space(set), H5Sclose, what);
    const Hdf5Handle memory(H5Screate_simple(3, size.data(), nullptr), H5Sclose, what);
    std::vector<float> numbers(width * bodies_);
    require_hdf5(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr), what);
    require_hdf5(H5Dread(set, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, numbers.data()), what);
    return numbers;
}

}  // namespace milkomeda
