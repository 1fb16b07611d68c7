#include "data/hdf5/hdf5_dataset.hpp"

#include <fmt/format.h>
#include <bit>
#include <stdexcept>
#include <tuple>

#include "data/hdf5/hdf5_attributes.hpp"
#include "data/hdf5/hdf5_layout.hpp"

namespace milkomeda {

namespace {

// Returns the name of a compression filter. The numbers are those of the HDF Group's list of registered filters.
std::string filter_name(H5Z_filter_t number, const char* stored_name) {
    constexpr std::pair<H5Z_filter_t, const char*> names[]{
        {H5Z_FILTER_SZIP, "SZIP"}, {307, "BZIP2"}, {32000, "LZF"}, {32001, "Blosc"},  {32004, "LZ4"},
        {32008, "Bitshuffle"},     {32013, "ZFP"}, {32017, "SZ"},  {32026, "Blosc2"}, {32015, "Zstandard"}};
    for (const auto& [known, name] : names)
        if (known == number) return name;
    return *stored_name ? stored_name : fmt::format("filter {}", static_cast<int>(number));
}

// Returns the folder where HDF5 looks for plugins.
std::string plugin_folder() {
    std::string folder(4096, '\0');
    const ssize_t size = H5PLget(0, folder.data(), folder.size());
    folder.resize(size > 0 ? std::min(folder.size() - 1, static_cast<std::size_t>(size)) : 0);
    return folder;
}

std::array<hsize_t, 2> sizes_of(const Hdf5Handle& data, const std::string& name, int& rank) {
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, "read the data set " + name);
    std::array<hsize_t, 2> sizes{0, 1};
    rank = H5Sget_simple_extent_ndims(space);
    if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
    return sizes;
}

}  // namespace

Hdf5Handle data_access() {
    Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "read");
    constexpr std::size_t cache_size = 16 * 1024 * 1024;
    H5Pset_chunk_cache(access, H5D_CHUNK_CACHE_NSLOTS_DEFAULT, cache_size, H5D_CHUNK_CACHE_W0_DEFAULT);
    return access;
}

std::size_t rows_in(const Hdf5Handle& data, const std::string& name) {
    int rank = 0;
    return sizes_of(data, name, rank)[0];
}

void require_filters(const Hdf5Handle& data, const std::string& name) {
    const Hdf5Handle creation(H5Dget_create_plist(data), H5Pclose, "read the data set " + name);
    const int count = H5Pget_nfilters(creation);
    for (int i = 0; i < count; ++i) {
        unsigned flags = 0, settings = 0;
        std::size_t numbers = 0;
        std::array<char, 64> stored_name{};
        const H5Z_filter_t filter = H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &numbers, nullptr,
                                                   stored_name.size() - 1, stored_name.data(), &settings);
        if (filter < 0 || H5Zfilter_avail(filter) > 0) continue;
        throw std::runtime_error(fmt::format(
            "the data set {0} is compressed with {1}, which needs a plugin that is not installed; install the HDF5 "
            "plugin of {1} in {2}, or in a folder that HDF5_PLUGIN_PATH names, or rewrite the file with gzip "
            "compression",
            name, filter_name(filter, stored_name.data()), plugin_folder()));
    }
}

void require_numbers(const Hdf5Handle& data, const std::string& name, std::size_t rows, std::size_t width,
                     std::uint64_t file_size) {
    const Hdf5Handle type(H5Dget_type(data), H5Tclose, "read the data set " + name);
    const Hdf5Handle creation(H5Dget_create_plist(data), H5Pclose, "read the data set " + name);
    int rank = 0;
    const std::array<hsize_t, 2> sizes = sizes_of(data, name, rank);
    const bool has_rank = rank == 2 || (rank == 1 && width == 1);
    if (!is_number(type) || !has_rank || sizes[0] != rows || sizes[1] != width)
        throw std::runtime_error(fmt::format("the data set {} must consist of {} x {} numbers", name, rows, width));

    const std::uint64_t bytes = std::uint64_t{rows} * width * H5Tget_size(type);
    const H5D_layout_t layout = H5Pget_layout(creation);
    const bool chunked = layout == H5D_CHUNKED, in_file = layout == H5D_CONTIGUOUS || layout == H5D_COMPACT;
    if ((!chunked && !in_file && layout != H5D_VIRTUAL) || H5Pget_external_count(creation) != 0)
        throw std::runtime_error("the numbers of the data set " + name + " are stored outside this file");
    if (bytes > (in_file ? file_size : hdf5::most_bytes(file_size)))
        throw std::runtime_error("the data set " + name + " is larger than a file of this size can contain");
    std::array<hsize_t, 2> chunk{1, 1};
    if (chunked &&
        (H5Pget_chunk(creation, rank, chunk.data()) != rank ||
         double(chunk[0]) * double(chunk[1]) * double(H5Tget_size(type)) > double(hdf5::most_bytes(file_size))))
        throw std::runtime_error("the chunks of the data set " + name +
                                 " are larger than a file of this size can contain");
}

Hdf5Handle open_numbers(hid_t group, const std::string& name, std::size_t rows, std::size_t width,
                        std::uint64_t file_size) {
    if (!has_link(group, name.c_str())) throw std::runtime_error("the data set " + name + " is missing");
    Hdf5Handle data(H5Dopen2(group, name.c_str(), data_access()), H5Dclose, "open the data set " + name);
    require_numbers(data, name, rows, width, file_size);
    return data;
}

std::optional<StoredNumbers> stored_numbers(const Hdf5Handle& data, const std::string& name) {
    const Hdf5Handle type(H5Dget_type(data), H5Tclose, "read the data set " + name);
    const Hdf5Handle creation(H5Dget_create_plist(data), H5Pclose, "read the data set " + name);
    const haddr_t offset = H5Dget_offset(data);
    if (H5Pget_layout(creation) != H5D_CONTIGUOUS || H5Pget_external_count(creation) != 0 || offset == HADDR_UNDEF)
        return std::nullopt;
    using enum NumberType;
    const std::tuple<NumberType, hid_t, hid_t> types[]{
        {float32, H5T_IEEE_F32LE, H5T_IEEE_F32BE}, {float64, H5T_IEEE_F64LE, H5T_IEEE_F64BE},
        {int32, H5T_STD_I32LE, H5T_STD_I32BE},     {uint32, H5T_STD_U32LE, H5T_STD_U32BE},
        {int64, H5T_STD_I64LE, H5T_STD_I64BE},     {uint64, H5T_STD_U64LE, H5T_STD_U64BE}};
    constexpr bool is_little = std::endian::native == std::endian::little;
    for (const auto& [number, little, big] : types)
        for (const bool swapped : {false, true})
            if (H5Tequal(type, is_little == swapped ? big : little) > 0) return StoredNumbers{offset, number, swapped};
    return std::nullopt;
}

}  // namespace milkomeda
