// Builds HDF5 files as GADGET-4, AREPO and SWIFT write them. The files contain the bodies of foreign_files.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>

#include "data/hdf5/hdf5_handle.hpp"
#include "tests/formats/files.hpp"

namespace milkomeda {

class Hdf5Builder {
  public:
    explicit Hdf5Builder(const std::filesystem::path& path)
        : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, "make") {}

    hid_t file() const { return file_; }
    Hdf5Handle group(const std::string& name) const {
        return {H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "make " + name};
    }
    static void attribute(hid_t object, const std::string& name, std::span<const double> values,
                          hid_t type = H5T_IEEE_F64LE) {
        const hsize_t size = values.size();
        const Hdf5Handle space(size == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr), H5Sclose, "");
        const Hdf5Handle found(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "");
        require_hdf5(H5Awrite(found, H5T_NATIVE_DOUBLE, values.data()), name);
    }
    static void attribute(hid_t object, const std::string& name, double value, hid_t type = H5T_IEEE_F64LE) {
        const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, "");
        const Hdf5Handle found(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "");
        require_hdf5(H5Awrite(found, H5T_NATIVE_DOUBLE, &value), name);
    }
    // Writes a data set with rows of `width` numbers, optionally compressed in chunks of 2 rows.
    static void numbers(hid_t group, const std::string& name, std::span<const double> values, hsize_t width, hid_t type,
                        bool compressed = false) {
        const std::array<hsize_t, 2> sizes{values.size() / width, width}, chunk{std::min<hsize_t>(2, sizes[0]), width};
        const int rank = width == 1 ? 1 : 2;
        const Hdf5Handle space(H5Screate_simple(rank, sizes.data(), nullptr), H5Sclose, name);
        const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
        if (compressed) {
            H5Pset_chunk(creation, rank, chunk.data());
            H5Pset_shuffle(creation);
            H5Pset_deflate(creation, 4);
            H5Pset_fletcher32(creation);
        }
        const Hdf5Handle data(H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                              H5Dclose, name);
        require_hdf5(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
    }
    // Writes a body into the group PartTypeN, where N is `type`. The vectors of the body are `scale` times the vectors
    // of the first body.
    Hdf5Handle body(std::size_t type, double scale, double id, hid_t real, bool compressed) const {
        Hdf5Handle part = group("PartType" + std::to_string(type));
        numbers(part, "Coordinates", std::array{scale, 2 * scale, 3 * scale}, 3, real, compressed);
        numbers(part, "Velocities", std::array{scale / 2, scale / 4, scale / 8}, 3, real, compressed);
        numbers(part, "ParticleIDs", std::array{id}, 1, H5T_STD_U64LE, compressed);
        return part;
    }

  private:
    Hdf5Handle file_;
};

// Writes compressed doubles. The group Parameters contains the units: 1 kpc, 1e10 solar masses and 1 km/s.
inline void write_foreign_gadget4(const std::filesystem::path& path) {
    const Hdf5Builder build(path);
    const Hdf5Handle header = build.group("Header"), parameters = build.group("Parameters");
    build.attribute(header, "NumPart_ThisFile", std::array{0.0, 1.0, 1.0, 0.0, 1.0, 0.0}, H5T_STD_U64LE);
    build.attribute(header, "NumPart_Total", std::array{0.0, 1.0, 1.0, 0.0, 1.0, 0.0}, H5T_STD_U64LE);
    build.attribute(header, "MassTable", std::array{0.0, 1.0, 0.0, 0.0, 0.0, 0.0});
    build.attribute(header, "Time", 1.5);
    build.attribute(header, "NumFilesPerSnapshot", 1, H5T_STD_I32LE);
    build.attribute(parameters, "UnitLength_in_cm", 3.0856775814913673e21);
    build.attribute(parameters, "UnitMass_in_g", 1.98841e43);
    build.attribute(parameters, "UnitVelocity_in_cm_per_s", 1e5);
    build.attribute(parameters, "HubbleParam", 1);
    build.body(1, 1, 7, H5T_IEEE_F64LE, true);
    const Hdf5Handle disk = build.body(2, 10, 5, H5T_IEEE_F64LE, true);
    build.numbers(disk, "Masses", std::array{2.0}, 1, H5T_IEEE_F64LE, true);
    build.numbers(disk, "Potential", std::array{-2.0}, 1, H5T_IEEE_F32LE);
    const Hdf5Handle stars = build.body(4, 100, 6, H5T_IEEE_F32BE, false);
    build.numbers(stars, "Masses", std::array{4.0}, 1, H5T_IEEE_F32BE);
}

// Writes a file with a separate group of units: 2 kpc, 1e10 solar masses, and a unit of time that makes the velocity
// unit 2 km/s. The time is an array, a group has an alias, and some data sets are unused.
inline void write_foreign_swift(const std::filesystem::path& path) {
    const Hdf5Builder build(path);
    const Hdf5Handle header = build.group("Header"), units = build.group("Units");
    build.attribute(header, "NumPart_ThisFile", std::array{0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0}, H5T_STD_I64LE);
    build.attribute(header, "MassTable", std::array{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
    build.attribute(header, "Time", std::array{1.5});
    build.attribute(header, "Redshift", std::array{0.0});
    build.attribute(header, "NumFilesPerSnapshot", std::array{1.0}, H5T_STD_I32LE);
    const double length = 2 * 3.0856775814913673e21;
    build.attribute(units, "Unit length in cgs (U_L)", std::array{length});
    build.attribute(units, "Unit mass in cgs (U_M)", std::array{1.98841e43});
    build.attribute(units, "Unit time in cgs (U_t)", std::array{length / 2e5});
    const Hdf5Handle part = build.group("PartType1");
    build.numbers(part, "Coordinates", std::array{1., 2., 3., 10., 20., 30., 100., 200., 300.}, 3, H5T_IEEE_F64LE,
                  true);
    build.numbers(part, "Velocities", std::array{.5, .25, .125, 5., 2.5, 1.25, 50., 25., 12.5}, 3, H5T_IEEE_F32LE,
                  true);
    build.numbers(part, "Masses", std::array{1., 2., 4.}, 1, H5T_IEEE_F32LE, true);
    build.numbers(part, "ParticleIDs", std::array{1., 2., 3.}, 1, H5T_STD_I64LE, true);
    build.numbers(part, "Softenings", std::array{.1, .1, .1}, 1, H5T_IEEE_F32LE);
    require_hdf5(H5Lcreate_soft("/PartType1", build.file(), "DMParticles", H5P_DEFAULT, H5P_DEFAULT), "link");
}

// Writes a file whose header contains the units, with powers of h = 0.5. The file has one particle type, whose mass is
// in the mass table of the header.
inline void write_foreign_arepo(const std::filesystem::path& path) {
    const Hdf5Builder build(path);
    const Hdf5Handle header = build.group("Header");
    build.attribute(header, "NumPart_ThisFile", std::array{0.0, 1.0, 0.0, 0.0, 0.0, 0.0}, H5T_STD_I32LE);
    build.attribute(header, "MassTable", std::array{0.0, 3.0, 0.0, 0.0, 0.0, 0.0});
    build.attribute(header, "Time", 1.5);
    build.attribute(header, "HubbleParam", 0.5);
    build.attribute(header, "UnitLength_in_cm", 3.0856775814913673e21);
    build.attribute(header, "UnitMass_in_g", 1.98841e43);
    build.attribute(header, "UnitVelocity_in_cm_per_s", 1e5);
    build.body(1, 1, 1, H5T_IEEE_F32LE, false);
}

inline std::map<std::string, std::string> foreign_hdf5_files() {
    const TemporaryFolder folder;
    write_foreign_gadget4(folder / "gadget4.hdf5");
    write_foreign_swift(folder / "swift.hdf5");
    write_foreign_arepo(folder / "arepo.hdf5");
    std::map<std::string, std::string> files;
    for (const char* name : {"gadget4.hdf5", "swift.hdf5", "arepo.hdf5"}) files[name] = content_of(folder / name);
    return files;
}

// Returns true if a line contains the text `part`.
inline bool contains(const std::vector<std::string>& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(part) != line.npos; });
}
inline bool has_note(const ParticleFile& file, const std::string& part) { return contains(file.notes, part); }

}  // namespace milkomeda
