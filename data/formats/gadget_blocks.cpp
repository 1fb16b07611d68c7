#include "data/formats/gadget_blocks.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>
#include <optional>

#include "data/formats/gadget_layout.hpp"

namespace milkomeda::gadget {
namespace {

constexpr std::array<std::string_view, 4> gadget_columns{"POS", "VEL", "ID", "MASS"};

std::string read_label(const BinaryFile& file, std::uint64_t at) {
    std::string label(4, ' ');
    file.read(at, label.data(), label.size());
    for (char& c : label) {
        if (c < ' ' || c > '~') c = '?';
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    while (label.ends_with(' ')) label.pop_back();
    return label.empty() ? "?" : label;
}

// Finds the blocks of a file. Blocks of files in format 2 have labels; other blocks have empty names.
std::vector<Block> find_blocks(BinaryFile& file) {
    constexpr std::size_t most = 256;
    const auto is_first_size = [](std::uint32_t size) { return size == header_size || size == name_block_size; };
    file.set_swapped(!is_first_size(file.number<std::uint32_t>(0)));
    const bool labeled = file.number<std::uint32_t>(0) == name_block_size;
    std::vector<Block> blocks;
    std::optional<std::string> label;  // label of the next block
    for (std::uint64_t at = 0; at < file.size();) {
        const std::uint64_t begin = at, data = at + 4, bytes = file.number<std::uint32_t>(at);
        if (bytes + 8 > file.size() - at)
            file.fail_at(begin, fmt::format("a block has {} bytes and would extend beyond the file's end at byte {}",
                                            bytes, file.size()));
        at = data + bytes + 4;
        if (file.number<std::uint32_t>(data + bytes) != bytes)
            file.fail_at(data + bytes, "the block sizes stored before and after a block differ: the file is damaged");
        if (labeled && !label && bytes == name_block_size) {
            label = read_label(file, data);
            continue;
        }
        if (blocks.size() == most) file.fail_at(begin, "the file has more than 256 blocks");
        blocks.push_back({label.value_or(""), data, bytes});
        label.reset();
    }
    if (label) file.fail("is incomplete: it ends after the name of a block");
    // The header is the first block of a file without labels.
    if (!labeled) blocks.front().name = "HEAD";
    return blocks;
}

Header read_header(const BinaryFile& file, std::uint64_t at) {
    Header header{};
    for (std::size_t type = 0; type < type_names.size(); ++type) {
        header.counts[type] = file.number<std::uint32_t>(at + 4 * type);
        header.masses[type] = file.number<double>(at + 24 + 8 * type);
        header.totals[type] = file.number<std::uint32_t>(at + 96 + 4 * type);
    }
    header.time = file.number<double>(at + 72);
    header.redshift = file.number<double>(at + 80);
    header.has_cooling = file.number<std::int32_t>(at + 120) != 0;
    header.has_entropies = file.number<std::int32_t>(at + 192) != 0;
    header.files = file.number<std::int32_t>(at + 124);
    header.box = file.number<double>(at + 128);
    header.omega = file.number<double>(at + 136);
    header.omega_lambda = file.number<double>(at + 144);
    header.h = file.number<double>(at + 152);
    std::string mark(model_units_mark.size(), '\0');
    file.read(at + mark_place, mark.data(), mark.size());
    header.in_model_units = mark == model_units_mark;
    return header;
}

enum class MassLikeness { none, possible, certain };

// Judges from the first numbers of a block whether the block, which has one number per body, contains masses or ids.
// Small ids are denormal numbers when they are read as floats. Repeated numbers are masses, because ids differ.
MassLikeness mass_likeness(const BinaryFile& file, const Block& block, std::uint64_t bodies) {
    constexpr std::uint64_t judged = 1024;
    constexpr double least = 1e-30, most = 1e30;
    std::vector<double> numbers;
    const NumberType type = block.bytes == 8 * bodies ? NumberType::float64 : NumberType::float32;
    file.read_rows<double>({block.offset, static_cast<std::size_t>(std::min(judged, bodies)), 1, type},
                           [&](std::size_t, const double* number) { numbers.push_back(*number); });
    if (!std::ranges::all_of(numbers, [&](double number) { return number > least && number < most; }))
        return MassLikeness::none;
    std::ranges::sort(numbers);
    return std::ranges::adjacent_find(numbers) == numbers.end() ? MassLikeness::possible : MassLikeness::certain;
}

// Names the blocks of gas of a file without labels: U, RHO and HSML, in this order, begin with the block `first`. With
// cooling, the blocks NE and NH are before HSML, and HSML is not used.
void name_gas_blocks(Contents& contents, std::size_t first) {
    const Header& header = contents.header;
    const std::size_t most = header.has_cooling ? 2 : gas_columns.size();
    for (std::size_t i = 0; i < most && first + i < contents.blocks.size(); ++i) {
        Block& block = contents.blocks[first + i];
        if (!block.fits(header.counts[0])) break;
        block.name = gas_columns[i];
    }
}

// Names the columns of a file without labels by the sizes of the blocks. The usual order is POS, VEL, ID, MASS,
// possibly after additional header blocks. Stops at the first block after POS that cannot be a column.
void name_columns(const BinaryFile& file, Contents& contents) {
    const std::uint64_t bodies = contents.header.bodies(), without_mass = contents.header.bodies_without_mass();
    MassLikeness likeness_of_ids = MassLikeness::none;
    const auto can_be = [&](const Block& block, std::string_view column) {
        if (contents.find(column)) return false;
        if (column == "POS") return block.fits(3 * bodies);
        if (!contents.find("POS")) return false;
        if (column == "VEL") return block.fits(3 * bodies);
        if (column == "MASS") return block.fits(without_mass);
        if (!block.fits(bodies)) return false;
        likeness_of_ids = mass_likeness(file, block, bodies);
        return likeness_of_ids != MassLikeness::certain;
    };
    auto last = gadget_columns.begin();
    std::size_t after_columns = contents.blocks.size();  // the first block after the columns of all bodies
    for (Block& block : contents.blocks) {
        if (block.name == "HEAD" || block.bytes == 0) continue;
        const auto column = std::ranges::find_if(gadget_columns, [&](auto name) { return can_be(block, name); });
        if (column == gadget_columns.end() && contents.find("POS")) {
            after_columns = static_cast<std::size_t>(&block - contents.blocks.data());
            break;
        }
        if (column == gadget_columns.end()) continue;
        block.name = *column;
        contents.is_usual = contents.is_usual && column >= last;
        last = column;
    }
    // If the file has no ids, the block that was named ID contains the masses, and the block that was named MASS
    // contains other numbers.
    const auto ids = std::ranges::find(contents.blocks, "ID", &Block::name);
    if (without_mass == bodies && likeness_of_ids == MassLikeness::possible) {
        const auto masses = std::ranges::find(contents.blocks, "MASS", &Block::name);
        const bool has_masses = masses != contents.blocks.end();
        if (has_masses && mass_likeness(file, *masses, bodies) == MassLikeness::none) masses->name.clear();
        if (!contents.find("MASS")) ids->name = "MASS";
    }
    name_gas_blocks(contents, after_columns);
    // If no block has the size of the positions, the file is damaged. Its second block is then read as positions, which
    // causes an error message with the expected and the actual size.
    if (!contents.find("POS") && contents.blocks.size() > 1) contents.blocks[1].name = "POS";
}

}  // namespace

std::uint64_t Header::bodies() const { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

std::uint64_t Header::bodies_without_mass() const {
    std::uint64_t sum = 0;
    for (std::size_t type = 0; type < counts.size(); ++type)
        if (masses[type] == 0) sum += counts[type];
    return sum;
}

const Block* Contents::find(std::string_view name) const {
    const auto found = std::ranges::find(blocks, name, &Block::name);
    return found == blocks.end() ? nullptr : &*found;
}

std::vector<std::string> Contents::unused() const {
    std::vector<std::string> names;
    for (const Block& block : blocks) {
        const bool is_used = block.name == "HEAD" ||
                             std::ranges::find(gadget_columns, block.name) != gadget_columns.end() ||
                             (header.counts[0] > 0 && std::ranges::find(gas_columns, block.name) != gas_columns.end() &&
                              !(header.has_entropies && block.name == gas_columns[0]));
        // The block INFO describes the other blocks. A block of 0 bytes contains nothing.
        if ((!is_used || find(block.name) != &block) && block.name != "INFO" && block.bytes > 0)
            names.push_back(block.name);
    }
    return names;
}

Contents read_contents(BinaryFile& file) {
    Contents contents{{}, find_blocks(file)};
    const Block* const header = contents.find("HEAD");
    if (!header || header->bytes != header_size) file.fail("does not begin with a GADGET header");
    contents.header = read_header(file, header->offset);
    if (contents.blocks.front().name == "HEAD" && header->offset == 4) name_columns(file, contents);
    for (std::size_t i = 0; i < contents.blocks.size(); ++i)
        if (contents.blocks[i].name.empty()) contents.blocks[i].name = "block " + std::to_string(i + 1);
    return contents;
}

}  // namespace milkomeda::gadget
