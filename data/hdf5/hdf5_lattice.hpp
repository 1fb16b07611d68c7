// HDF5 file of a quantity on a lattice: one data set, with the positions of lattice points as attributes.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace milkomeda {

struct LatticeFile {
    std::string name;  // name of the data set
    // numbers of lattice points along the axes of the data set; the last index varies fastest
    std::array<std::size_t, 3> sizes;
    std::span<const float> numbers;
    struct Attribute {
        std::string name;
        std::vector<double> values;
    };
    std::vector<Attribute> attributes;
};

// Writes the file atomically. Throws FileError.
void write_hdf5_lattice(const std::filesystem::path& path, const LatticeFile& content);

}  // namespace milkomeda
