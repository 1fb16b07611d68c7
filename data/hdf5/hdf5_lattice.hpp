// A quantity at the points of a lattice as an HDF5 file: one data set, and where its points stand as its
// attributes.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace milkomeda {

struct LatticeFile {
    std::string name;                  // of the data set
    std::array<std::size_t, 3> sizes;  // the last one runs fastest
    std::span<const float> numbers;
    struct Attribute {
        std::string name;
        std::vector<double> values;
    };
    std::vector<Attribute> attributes;
};

// Throws FileError.
void write_hdf5_lattice(const std::filesystem::path& path, const LatticeFile& content);

}  // namespace milkomeda
