#include "data/hdf5/hdf5_file.hpp"

namespace milkomeda {

Hdf5Handle open_hdf5(const std::filesystem::path& path) {
    // suppresses HDF5's error messages; require_hdf5() converts errors to exceptions
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    // The library may load compression filters from the folder of HDF5's plugins, which the user installs. A file
    // cannot name another folder. Plugins of other kinds stay disabled.
    H5PLset_loading_state(H5PL_FILTER_PLUGIN);
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "begin");
    H5Pset_file_locking(access, 0, 1);  // disables file locks, because some file systems do not support them
    return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose,
            "open the file: the file is incomplete or damaged"};
}

Hdf5Handle create_hdf5(const std::filesystem::path& path, hsize_t head_bytes) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // suppresses error messages
    const Hdf5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "begin");
    require_hdf5(H5Pset_userblock(creation, head_bytes), "begin");
    return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT), H5Fclose, "create the file"};
}

Hdf5Handle create_group(hid_t parent, const std::string& name) {
    return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, without_times(H5P_GROUP_CREATE), H5P_DEFAULT), H5Gclose,
            "write the group " + name};
}

Hdf5Handle without_times(hid_t kind) {
    Hdf5Handle creation(H5Pcreate(kind), H5Pclose, "begin");
    require_hdf5(H5Pset_obj_track_times(creation, false), "begin");
    return creation;
}

Hdf5Handle type_of_text(const std::string& text) {
    Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "write text");
    require_hdf5(H5Tset_size(type, text.size() + 1), "write text");
    return type;
}

void write_attribute(hid_t object, const std::string& name, hid_t type, std::size_t count, const void* values) {
    const std::string what = "write the attribute " + name;
    const hsize_t size = count;
    const Hdf5Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr), H5Sclose, what);
    const Hdf5Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, what);
    require_hdf5(H5Awrite(attribute, type, values), what);
}

void write_data(hid_t group, const std::string& name, hid_t type, std::span<const hsize_t> sizes, const void* data) {
    const std::string what = "write the data set " + name;
    const int rank = static_cast<int>(sizes.size());
    const Hdf5Handle space(rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, sizes.data(), nullptr), H5Sclose,
                           what);
    Hdf5Handle set(
        H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, without_times(H5P_DATASET_CREATE), H5P_DEFAULT),
        H5Dclose, what);
    require_hdf5(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), what);
    set.close(what);  // closing writes small data sets to the disk, which may be full
}

void write_in_child(const AtomicFile& file, const std::function<void()>& work) try {
    const auto write_and_confirm = [&](Sender& sender) {
        work();
        sender.value(true);
    };
    IsolatedProcess child(IsolatedProcess::no_limits, write_and_confirm, {file.descriptor()});
    child.value<bool>();
} catch (const std::runtime_error& error) {
    file.fail(error.what());
}

}  // namespace milkomeda
