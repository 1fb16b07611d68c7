#include "data/hdf5/hdf5_lattice.hpp"

#include "data/hdf5/hdf5_file.hpp"

namespace milkomeda {
namespace {

void write_lattice(const std::filesystem::path& path, const LatticeFile& content) {
    const std::string what = "write the data set " + content.name;
    Hdf5Handle file = create_hdf5(path);
    const std::array<hsize_t, 3> sizes{content.sizes[0], content.sizes[1], content.sizes[2]};
    write_data(file, content.name, H5T_NATIVE_FLOAT, sizes, content.numbers.data());
    Hdf5Handle data(H5Dopen2(file, content.name.c_str(), H5P_DEFAULT), H5Dclose, what);
    for (const auto& [name, values] : content.attributes)
        write_attribute(data, name, H5T_NATIVE_DOUBLE, values.size(), values.data());
    data.close(what);
    file.close("write the end of the file");
}

}  // namespace

void write_hdf5_lattice(const std::filesystem::path& path, const LatticeFile& content) {
    AtomicFile temporary(path);
    write_in_child(temporary, [&] { write_lattice(temporary.path(), content); });
    temporary.finish();
}

}  // namespace milkomeda
