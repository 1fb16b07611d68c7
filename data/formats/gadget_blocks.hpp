// Header and blocks of a GADGET-2 file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/files/binary_file.hpp"
#include "data/particles/particle_types.hpp"

namespace milkomeda::gadget {

// Names of the blocks of gas (type 0): internal energies, densities, smoothing lengths.
inline constexpr std::array<std::string_view, 3> gas_columns{"U", "RHO", "HSML"};

struct Block {
    std::string name;             // label such as "POS"; in files without labels, inferred from order and size
    std::uint64_t offset, bytes;  // offset of the data in the file and size of the data, in bytes

    // Returns true if the block can store `numbers` numbers of 4 or 8 bytes.
    bool fits(std::uint64_t numbers) const { return bytes > 0 && (bytes == 4 * numbers || bytes == 8 * numbers); }
};

struct Header {
    std::array<std::uint32_t, type_names.size()> counts, totals;  // bodies in this file, and in all files together
    std::array<double, type_names.size()> masses;                 // mass per body; 0: the block MASS has the masses
    double time, redshift, box, omega, omega_lambda, h;
    std::int32_t files;
    bool has_cooling, has_entropies;  // has_entropies: the block U contains entropies instead of internal energies
    bool in_model_units;

    std::uint64_t bodies() const;
    std::uint64_t bodies_without_mass() const;
};

struct Contents {
    Header header;
    std::vector<Block> blocks;
    bool is_usual = true;  // false if the file has no labels, and its blocks are not in the usual order

    // Returns the first block with this name, or a null pointer.
    const Block* find(std::string_view name) const;
    // Returns the names of all blocks that the program does not use.
    std::vector<std::string> unused() const;
};

// Sets the byte order of the file, and reads the header and the places of all blocks. Finds the columns of files
// without labels by the order and sizes of the blocks. Throws FileError if a block extends beyond the file's end.
Contents read_contents(BinaryFile& file);

}  // namespace milkomeda::gadget
