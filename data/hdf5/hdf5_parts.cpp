#include "data/hdf5/hdf5_parts.hpp"

#include <fmt/format.h>
#include <array>
#include <optional>

#include "data/hdf5/hdf5_dataset.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// the reason why check_links() refused an external link; exceptions must not pass through the HDF5 library
std::string refused_part;

// Returns the regular file `name` to which the file `from` refers. The places are those where HDF5 looks, in the same
// order. Throws std::runtime_error if no such file exists.
fs::path find_part(const fs::path& from, const fs::path& name) {
    std::error_code error;
    const fs::path near = name.is_absolute() ? name.filename() : name,
                   actual = fs::canonical(from, error).parent_path();
    for (const fs::path& place : {name.is_absolute() ? name : from.parent_path() / near, from.parent_path() / near,
                                  near, actual / near.filename()}) {
        if (fs::is_regular_file(place, error)) return place;
        if (fs::exists(place, error)) break;  // opening a pipe or device could wait forever
    }
    throw std::runtime_error(
        fmt::format("the part {} is missing; put it into the folder of the snapshot", name.string()));
}

// Makes HDF5 follow external links only to parts that find_part() finds.
void check_links(const Hdf5Handle& access) {
    const auto check = [](const char* from, const char*, const char* file, const char*, unsigned*, hid_t, void*) {
        try {
            find_part(from, file);
            return 0;
        } catch (const std::exception& error) {
            refused_part = error.what();
            return -1;
        }
    };
    H5Pset_elink_cb(access, check, nullptr);
}

Hdf5Handle opened(hid_t id, Hdf5Handle::Close close, const std::string& what) {
    if (id < 0 && !refused_part.empty()) throw std::runtime_error(refused_part);
    return {id, close, what};
}

herr_t note_name(hid_t, const char* name, const H5L_info_t*, void* names) {
    constexpr std::size_t most = 4096;
    auto& list = *static_cast<std::vector<std::string>*>(names);
    list.emplace_back(name);
    return list.size() < most ? 0 : 1;
}

// Returns the text that one of HDF5's functions writes into a buffer.
template <typename Write>
std::string text_from(Write write) {
    std::string text(4096, '\0');
    const ssize_t size = write(text.data(), text.size());
    if (size < 0) fail_in_hdf5("read the name of a part");
    text.resize(std::min(text.size() - 1, static_cast<std::size_t>(size)));
    return text;
}

fs::path file_of(hid_t object) {
    return text_from([&](char* to, std::size_t size) { return H5Fget_name(object, to, size); });
}

// Returns true if a data set with the space `space` contains all numbers that `selection` selects. If `selection`
// selects the whole data set, the data set must have as many numbers as `target`, the selection of the virtual data set
// that receives the numbers.
bool contains(hid_t space, hid_t selection, hid_t target) {
    if (H5Sget_select_type(selection) == H5S_SEL_ALL)
        return H5Sget_simple_extent_npoints(space) == H5Sget_select_npoints(target);
    std::array<hsize_t, H5S_MAX_RANK> first{}, last{}, sizes{};
    if (H5Sget_simple_extent_ndims(selection) != H5Sget_simple_extent_ndims(space) ||
        H5Sget_simple_extent_dims(space, sizes.data(), nullptr) < 0 ||
        H5Sget_select_bounds(selection, first.data(), last.data()) < 0)
        return false;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)); ++axis)
        if (last[axis] >= sizes[axis]) return false;
    return true;
}

// Throws std::runtime_error if the data set `name` of the part lacks some of the numbers that a virtual data set takes
// from it.
void require_source(const fs::path& part, const std::string& name, hid_t selection, hid_t target) {
    const std::string what = fmt::format("open the data set {} of the part {}", name, part.filename().string());
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "begin");
    H5Pset_file_locking(access, 0, 1);
    const Hdf5Handle file(H5Fopen(part.c_str(), H5F_ACC_RDONLY, access), H5Fclose, what);
    const Hdf5Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose, what);
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, what);
    if (!contains(space, selection, target))
        throw std::runtime_error(fmt::format("the part {} is incomplete: its data set {} lacks some of the numbers",
                                             part.filename().string(), name));
    require_filters(data, fmt::format("{} of the part {}", name, part.filename().string()));
}

}  // namespace

std::vector<std::string> names_in_group(hid_t group) {
    hsize_t place = 0;
    std::vector<std::string> names;
    require_hdf5(H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, &place, note_name, &names), "list a group");
    return names;
}

Hdf5Handle open_linked_group(hid_t parent, const std::string& name) {
    const Hdf5Handle access(H5Pcreate(H5P_GROUP_ACCESS), H5Pclose, "begin");
    check_links(access);
    return opened(H5Gopen2(parent, name.c_str(), access), H5Gclose, "open the group " + name);
}

Hdf5Handle open_linked_data(hid_t parent, const std::string& name) {
    const Hdf5Handle access = data_access();
    check_links(access);
    return opened(H5Dopen2(parent, name.c_str(), access), H5Dclose, "open the data set " + name);
}

void add_parts(const Hdf5Handle& data, const std::string& name, std::set<fs::path>& files) {
    const fs::path own = file_of(data);
    files.insert(own);
    const Hdf5Handle creation(H5Dget_create_plist(data), H5Pclose, "open the data set " + name);
    if (H5Pget_layout(creation) != H5D_VIRTUAL) return;
    std::size_t count = 0;
    require_hdf5(H5Pget_virtual_count(creation, &count), "list the parts of the data set " + name);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string file =
            text_from([&](char* to, std::size_t size) { return H5Pget_virtual_filename(creation, i, to, size); });
        const std::string set =
            text_from([&](char* to, std::size_t size) { return H5Pget_virtual_dsetname(creation, i, to, size); });
        const fs::path part = file == "." ? own : find_part(own, file);
        const Hdf5Handle selection(H5Pget_virtual_srcspace(creation, i), H5Sclose, "list the parts");
        const Hdf5Handle target(H5Pget_virtual_vspace(creation, i), H5Sclose, "list the parts");
        require_source(part, set, selection, target);
        files.insert(part);
    }
}

}  // namespace milkomeda
