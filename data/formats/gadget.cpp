#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <numeric>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/gadget_layout.hpp"
#include "data/particles/particle_types.hpp"

namespace milkomeda {
namespace {

using namespace gadget;

struct Block {
    std::string name;
    std::uint64_t offset, bytes;
};

struct Header {
    std::array<std::uint32_t, type_names.size()> counts;
    std::array<double, type_names.size()> masses;
    double time, redshift, omega, h;
    std::int32_t files;
    bool in_model_units;

    std::uint64_t bodies() const { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }
    std::uint64_t bodies_in_mass_block() const {
        std::uint64_t sum = 0;
        for (std::size_t type = 0; type < counts.size(); ++type)
            if (masses[type] == 0) sum += counts[type];
        return sum;
    }
};

std::string read_name(const BinaryFile& file, std::uint64_t at) {
    std::string name(4, ' ');
    file.read(at, name.data(), name.size());
    for (char& c : name)
        if (c < ' ' || c > '~') c = '?';
    while (name.ends_with(' ')) name.pop_back();
    return name.empty() ? "?" : name;
}

// Finds the blocks of a file, beginning with the header. Throws FileError if a block extends beyond the file's end.
std::vector<Block> find_blocks(BinaryFile& file) {
    constexpr std::size_t most = 256;
    const auto is_first_size = [](std::uint32_t size) { return size == header_size || size == name_block_size; };
    file.set_swapped(!is_first_size(file.number<std::uint32_t>(0)));
    const bool named = file.number<std::uint32_t>(0) == name_block_size;
    std::vector<Block> blocks;
    std::optional<std::string> name;  // name of the next block
    for (std::uint64_t at = 0; at < file.size();) {
        const std::uint64_t begin = at, data = at + 4, bytes = file.number<std::uint32_t>(at);
        if (bytes + 8 > file.size() - at)
            file.fail_at(begin, fmt::format("a block has {} bytes and would extend beyond the file's end at byte {}",
                                            bytes, file.size()));
        at = data + bytes + 4;
        if (file.number<std::uint32_t>(data + bytes) != bytes)
            file.fail_at(data + bytes, "the block sizes stored before and after a block differ: the file is damaged");
        if (named && !name) {
            if (bytes != name_block_size) file.fail_at(begin, "expected the name of a block: the file is damaged");
            name = read_name(file, data);
            continue;
        }
        if (blocks.size() == most) file.fail_at(begin, "the file has more than 256 blocks");
        blocks.push_back({name.value_or(""), data, bytes});
        name.reset();
    }
    if (name) file.fail("is incomplete: it ends after the name of a block");
    if (blocks.empty() || blocks.front().bytes != header_size) file.fail("does not begin with a GADGET header");
    return blocks;
}

Header read_header(const BinaryFile& file, std::uint64_t at) {
    Header header{};
    for (std::size_t type = 0; type < type_names.size(); ++type) {
        header.counts[type] = file.number<std::uint32_t>(at + 4 * type);
        header.masses[type] = file.number<double>(at + 24 + 8 * type);
    }
    header.time = file.number<double>(at + 72);
    header.redshift = file.number<double>(at + 80);
    header.files = file.number<std::int32_t>(at + 124);
    header.omega = file.number<double>(at + 136);
    header.h = file.number<double>(at + 152);
    std::string mark(model_units_mark.size(), '\0');
    file.read(at + mark_place, mark.data(), mark.size());
    header.in_model_units = mark == model_units_mark;
    return header;
}

// Names the blocks of a file in format 1, in which only the order identifies the blocks.
void name_blocks(std::vector<Block>& blocks, const Header& header) {
    constexpr std::array<const char*, 5> names{"HEAD", "POS", "VEL", "ID", "MASS"};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (!blocks[i].name.empty()) continue;
        const bool has_name = i < names.size() && (i < 4 || header.bodies_in_mass_block() > 0);
        blocks[i].name = has_name ? names[i] : "block " + std::to_string(i + 1);
    }
}

const Block* find(const std::vector<Block>& blocks, std::string_view name) {
    const auto found = std::ranges::find(blocks, name, &Block::name);
    return found == blocks.end() ? nullptr : &*found;
}

// Returns the description of the array in a block. The size of the block shows whether its numbers have 4 or 8 bytes.
NumberArray array_of(const BinaryFile& file, const Block& block, std::uint64_t rows, std::size_t width,
                     NumberType short_type, NumberType long_type) {
    NumberArray array{block.offset, static_cast<std::size_t>(rows), width, short_type};
    if (block.bytes == array.bytes()) return array;
    array.type = long_type;
    if (block.bytes == array.bytes()) return array;
    file.fail_at(block.offset, fmt::format("block {} has {} bytes, but {} bodies need {} or {} bytes", block.name,
                                           block.bytes, rows, array.bytes() / 2, array.bytes()));
}
NumberArray reals(const BinaryFile& file, const Block& block, std::uint64_t rows, std::size_t width) {
    return array_of(file, block, rows, width, NumberType::float32, NumberType::float64);
}

// Reads the masses and returns true if any body has a mass.
bool read_masses(const BinaryFile& file, const Header& header, const Block* block, ParticleFile& result) {
    std::vector<Float4>& positions = result.particles.positions;
    const std::uint64_t in_block = header.bodies_in_mass_block();
    std::size_t row = 0;
    // The mass block contains only bodies of types whose mass in the header is 0, in the order of the types.
    std::vector<std::pair<std::size_t, std::size_t>> runs;  // pairs of first row and number of rows
    for (std::size_t type = 0; type < header.counts.size(); ++type) {
        if (header.masses[type] == 0) runs.emplace_back(row, header.counts[type]);
        for (std::uint32_t i = 0; i < header.counts[type]; ++i)
            positions[row++].w = static_cast<float>(header.masses[type]);
    }
    if (in_block == 0) return true;
    if (block == nullptr) {
        if (in_block == positions.size()) return false;
        result.notes.push_back(std::to_string(in_block) +
                               " bodies have no mass in the file; the program sets their masses to 0");
        return true;
    }
    NumberArray masses = reals(file, *block, in_block, 1);
    for (const auto& [first, count] : runs) {
        masses.rows = count;
        file.read_rows<double>(masses, [&, begin = first](std::size_t i, const double* mass) {
            positions[begin + i].w = static_cast<float>(*mass);
        });
        masses.offset += masses.bytes();
    }
    return true;
}

// Reads positions, velocities, ids and masses. Returns true if any body has a mass.
bool read_columns(const BinaryFile& file, const Header& header, const std::vector<Block>& blocks,
                  ParticleFile& result) {
    ParticleSet& particles = result.particles;
    const std::uint64_t bodies = header.bodies();
    const Block* const position = find(blocks, "POS");
    if (position == nullptr) file.fail("lacks the block of positions (POS)");
    // reals() checks that the block contains `bodies` rows, so that resize() cannot exhaust the memory
    const NumberArray positions = reals(file, *position, bodies, 3);
    particles.positions.resize(bodies);
    particles.velocities.resize(bodies);
    file.read_rows<double>(positions, [&](std::size_t row, const double* r) {
        particles.positions[row] = {float(r[0]), float(r[1]), float(r[2]), 0};
    });
    if (const Block* const velocity = find(blocks, "VEL"))
        file.read_rows<double>(reals(file, *velocity, bodies, 3), [&](std::size_t row, const double* v) {
            particles.velocities[row] = {float(v[0]), float(v[1]), float(v[2]), 0};
        });
    else
        result.notes.emplace_back("the file contains no velocities; the program sets all velocities to 0");
    return read_masses(file, header, find(blocks, "MASS"), result);
}

void read_ids(const BinaryFile& file, const Block& block, ParticleFile& result) {
    result.exact_ids.resize(result.particles.size());
    file.read_rows<std::uint64_t>(
        array_of(file, block, result.exact_ids.size(), 1, NumberType::uint32, NumberType::uint64),
        [&](std::size_t row, const std::uint64_t* id) { result.exact_ids[row] = *id; });
}

std::optional<UnitSystem> stated_units(const Header& header) {
    if (header.in_model_units) return model_units;
    return std::nullopt;
}

double h_of(const Header& header) { return header.h > 0.1 && header.h < 10 ? header.h : 1; }

std::size_t files_of(const Header& header) { return static_cast<std::size_t>(std::max(header.files, 1)); }

}  // namespace

bool looks_like_gadget(const FileHead& head) {
    const std::string_view first = std::string_view(head.bytes).substr(0, 4);
    const std::string_view name = head.bytes.size() < 8 ? "" : std::string_view(head.bytes).substr(4, 4);
    using namespace std::string_view_literals;
    return first == "\0\1\0\0"sv || first == "\0\0\1\0"sv ||
           ((first == "\10\0\0\0"sv || first == "\0\0\0\10"sv) && name == "HEAD");
}

ParticleFile read_gadget(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile result;
    BinaryFile file(path);
    std::vector<Block> blocks = find_blocks(file);
    const Header header = read_header(file, blocks.front().offset);
    name_blocks(blocks, header);
    require_countable(path, header.bodies());
    result.files = files_of(header);
    // a part of a snapshot may be without bodies
    if (header.bodies() == 0 && result.files == 1) file.fail("contains no bodies, according to its header");
    if (header.bodies() > 0) result.has_masses = read_columns(file, header, blocks, result);

    ParticleSet& particles = result.particles;
    particles.time = header.time;
    TypeCounts counts;
    std::copy(header.counts.begin(), header.counts.end(), counts.begin());
    add_components(particles, counts);
    if (const Block* const ids = find(blocks, "ID"); ids && header.bodies() > 0) read_ids(file, *ids, result);
    for (const Block& block : blocks)
        if (block.name != "HEAD" && block.name != "POS" && block.name != "VEL" && block.name != "ID" &&
            block.name != "MASS")
            result.unused.push_back(block.name);
    if (header.omega > 0) note_cosmology(result, header.time, header.redshift, header.omega);
    apply_units(result, options, stated_units(header), gadget_units(h_of(header)), h_of(header));
    return result;
}

std::optional<double> read_gadget_time(const std::filesystem::path& path, const ReadOptions& options) {
    BinaryFile file(path);
    const Header header = read_header(file, find_blocks(file).front().offset);
    return model_time(header.time, units_of(options, stated_units(header), gadget_units(h_of(header)), h_of(header)));
}

PartsInfo read_gadget_parts(const std::filesystem::path& path) {
    BinaryFile file(path);
    return {.files = files_of(read_header(file, find_blocks(file).front().offset))};
}

}  // namespace milkomeda
