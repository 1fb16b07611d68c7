#include "data/hdf5/hdf5_dataset.hpp"

#include <fmt/format.h>
#include <stdexcept>

#include "data/hdf5/hdf5_attributes.hpp"
#include "data/hdf5/hdf5_layout.hpp"

namespace milkomeda {

Hdf5Handle open_numbers(hid_t group, const std::string& name, std::size_t rows, std::size_t width,
                        std::uint64_t file_size) {
    if (!has_link(group, name.c_str())) throw std::runtime_error("the data set " + name + " is missing");
    const Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "read");
    // cache size in bytes with which each compressed chunk is decompressed only once
    constexpr std::size_t cache_size = 16 * 1024 * 1024;
    H5Pset_chunk_cache(access, H5D_CHUNK_CACHE_NSLOTS_DEFAULT, cache_size, H5D_CHUNK_CACHE_W0_DEFAULT);
    Hdf5Handle data(H5Dopen2(group, name.c_str(), access), H5Dclose, "open the data set " + name);
    const Hdf5Handle type(H5Dget_type(data), H5Tclose, "read the data set " + name);
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, "read the data set " + name);
    const Hdf5Handle creation(H5Dget_create_plist(data), H5Pclose, "read the data set " + name);

    std::array<hsize_t, 2> sizes{0, 1};
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
    if (!is_number(type) || rank != (width == 1 ? 1 : 2) || sizes[0] != rows || sizes[1] != width)
        throw std::runtime_error(fmt::format("the data set {} must consist of {} x {} numbers", name, rows, width));

    const std::uint64_t bytes = std::uint64_t{rows} * width * H5Tget_size(type);
    const H5D_layout_t layout = H5Pget_layout(creation);
    const bool chunked = layout == H5D_CHUNKED;
    if ((!chunked && layout != H5D_CONTIGUOUS && layout != H5D_COMPACT) || H5Pget_external_count(creation) != 0)
        throw std::runtime_error("the numbers of the data set " + name + " are stored outside this file");
    if (bytes > (chunked ? hdf5::most_bytes(file_size) : file_size))
        throw std::runtime_error("the data set " + name + " is larger than a file of this size can contain");
    std::array<hsize_t, 2> chunk{1, 1};
    if (chunked &&
        (H5Pget_chunk(creation, rank, chunk.data()) != rank ||
         double(chunk[0]) * double(chunk[1]) * double(H5Tget_size(type)) > double(hdf5::most_bytes(file_size))))
        throw std::runtime_error("the chunks of the data set " + name +
                                 " are larger than a file of this size can contain");
    return data;
}

}  // namespace milkomeda
