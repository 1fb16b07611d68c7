#include "data/hdf5/hdf5_lattice.hpp"

#include <stdexcept>

#include "data/hdf5/hdf5_handle.hpp"
#include "data/system/atomic_file.hpp"
#include "data/system/isolated_process.hpp"

namespace milkomeda {
namespace {

void write_doubles(hid_t object, const std::string& name, const std::vector<double>& values) {
    const std::string what = "write the attribute " + name;
    const hsize_t size = values.size();
    const Hdf5Handle space(size == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr), H5Sclose, what);
    const Hdf5Handle attribute(H5Acreate2(object, name.c_str(), H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT),
                               H5Aclose, what);
    require_hdf5(H5Awrite(attribute, H5T_NATIVE_DOUBLE, values.data()), what);
}

void write_lattice(const std::filesystem::path& path, const LatticeFile& content) {
    // suppresses HDF5's error messages; require_hdf5() converts errors to exceptions
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const std::string what = "write the data set " + content.name;
    Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, "make the file");
    const std::array<hsize_t, 3> sizes{content.sizes[0], content.sizes[1], content.sizes[2]};
    const Hdf5Handle space(H5Screate_simple(3, sizes.data(), nullptr), H5Sclose, what);
    const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, what);
    // omits time stamps, so that equal contents give equal files
    require_hdf5(H5Pset_obj_track_times(creation, false), what);
    Hdf5Handle data(H5Dcreate2(file, content.name.c_str(), H5T_NATIVE_FLOAT, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                    H5Dclose, what);
    require_hdf5(H5Dwrite(data, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, content.numbers.data()), what);
    for (const LatticeFile::Attribute& attribute : content.attributes)
        write_doubles(data, attribute.name, attribute.values);
    data.close(what);
    file.close("write the end of the file");
}

}  // namespace

// Writes in a child process, because HDF5 crashes at program exit after a failed write to a full disk.
void write_hdf5_lattice(const std::filesystem::path& path, const LatticeFile& content) {
    AtomicFile temporary(path);
    try {
        const auto write_it = [&](Sender& sender) {
            write_lattice(temporary.path(), content);
            sender.value(true);
        };
        IsolatedProcess child(IsolatedProcess::no_limits, write_it, {temporary.descriptor()});
        child.value<bool>();
    } catch (const std::runtime_error& error) {
        temporary.fail(error.what());
    }
    temporary.finish();
}

}  // namespace milkomeda
