#include "data/nemo.hpp"

#include <algorithm>
#include <limits>

#include "data/binary_file.hpp"
#include "data/row_order.hpp"
#include "data/selection.hpp"

namespace milkomeda {
namespace {

constexpr std::uint16_t single_magic = 0x0992, plural_magic = 0x0b92;  // before a value, before an array
constexpr std::int32_t cartesian_3d_phase_space = 0x10302;             // NEMO's CSCode(Cartesian, 3, 2)

struct Item {
    std::string type, tag;  // type "(" begins a set, ")" ends it
    std::vector<std::uint32_t> dimensions;
    std::uint64_t offset = 0, bytes = 0;  // of the data

    bool is_set() const { return type == "("; }
    bool is_end() const { return type == ")"; }
};

// Items one after the other, and how deep in sets they stand.
class ItemReader {
  public:
    explicit ItemReader(const std::filesystem::path& path) : file_(path) {
        file_.set_swapped(!is_magic(file_.number<std::uint16_t>(0)));
    }

    bool at_end() const { return next_ == file_.size(); }
    const BinaryFile& file() const { return file_; }

    Item next() {
        Item item;
        const std::uint64_t begin = next_;
        const auto magic = take<std::uint16_t>();
        if (!is_magic(magic)) file_.fail_at(begin, "here NEMO's next item should begin, and does not");
        item.type = take_text();
        if (!item.is_end()) item.tag = take_text();
        std::uint64_t count = 1;
        if (magic == plural_magic) count = take_dimensions(item);
        item.offset = next_;
        item.bytes = count * size_of_type(item.type, begin);  // 2^64 is out of reach: see take_dimensions
        if (item.bytes > file_.size() - next_)
            file_.fail_at(begin, "item " + item.tag + " of " + std::to_string(item.bytes) +
                                     " bytes does not fit into the file, which ends at byte " +
                                     std::to_string(file_.size()));
        next_ += item.bytes;
        return item;
    }

    // Behind the end of the set that has just begun.
    void skip_set() {
        for (std::size_t depth = 1; depth > 0;) {
            const Item item = next();
            if (item.is_set()) ++depth;
            if (item.is_end()) --depth;
        }
    }

    // An array of numbers of `width` values for each body.
    NumberArray array(const Item& item, std::size_t width) const {
        NumberArray array{item.offset, 0, width,
                          item.type == "d" ? NumberType::float64 : NumberType::float32};
        std::uint64_t count = 1;
        for (const std::uint32_t dimension : item.dimensions) count *= dimension;
        if ((item.type != "d" && item.type != "f") || item.dimensions.empty() ||
            count != std::uint64_t{item.dimensions[0]} * width)
            file_.fail_at(item.offset, "item " + item.tag + " is not made of " + std::to_string(width) +
                                           " floats or doubles for each body");
        array.rows = item.dimensions[0];
        return array;
    }
    double real(const Item& item) const {
        if (!item.dimensions.empty() || (item.type != "d" && item.type != "f"))
            file_.fail_at(item.offset, "item " + item.tag + " is no single float or double");
        return item.type == "d" ? file_.number<double>(item.offset)
                                : double{file_.number<float>(item.offset)};
    }

  private:
    static bool is_magic(std::uint16_t number) { return number == single_magic || number == plural_magic; }

    template <typename Number>
    Number take() {
        const Number number = file_.number<Number>(next_);
        next_ += sizeof number;
        return number;
    }

    std::string take_text() {
        constexpr std::size_t longest = 64;
        std::string text;
        while (const char c = take<char>()) {
            if (c < ' ' || c > '~' || text.size() == longest)
                file_.fail_at(next_ - 1, "the name of an item is damaged");
            text += c;
        }
        return text;
    }

    std::uint64_t take_dimensions(Item& item) {
        constexpr std::size_t most = 8;
        std::uint64_t count = 1;
        while (const auto dimension = take<std::int32_t>()) {
            if (dimension < 0 || item.dimensions.size() == most)
                file_.fail_at(next_, "the dimensions of item " + item.tag + " are damaged");
            if (static_cast<std::uint64_t>(dimension) > file_.size() / count)
                file_.fail_at(next_, "item " + item.tag + " is larger than the file");
            item.dimensions.push_back(static_cast<std::uint32_t>(dimension));
            count *= static_cast<std::uint64_t>(dimension);
        }
        return count;
    }

    std::uint64_t size_of_type(const std::string& type, std::uint64_t begin) const {
        if (type == "(" || type == ")") return 0;
        if (type == "a" || type == "b" || type == "c") return 1;
        if (type == "s" || type == "h") return 2;
        if (type == "i" || type == "f") return 4;
        if (type == "l" || type == "d") return 8;
        file_.fail_at(begin, "an item is of the unknown type '" + type + "'");
    }

    BinaryFile file_;
    std::uint64_t next_ = 0;
};

// What of a snapshot is used.
struct Snapshot {
    std::optional<Item> bodies, time, mass, phase_space, position, velocity;
    std::vector<std::string> unused;

    bool has_particles() const { return phase_space || position; }
    bool take(const std::string& set, const Item& item) {
        const auto take_as = [&](const char* tag, std::optional<Item>& place) {
            return item.tag == tag && !place && (place = item, true);
        };
        if (set == "Parameters") return take_as("Nobj", bodies) || take_as("Time", time);
        return take_as("Mass", mass) || take_as("PhaseSpace", phase_space) || take_as("Position", position) ||
               take_as("Velocity", velocity) || item.tag == "CoordSystem";
    }
};

// The set SnapShot that has just begun.
Snapshot read_snapshot(ItemReader& reader) {
    Snapshot snapshot;
    for (std::string set;;) {
        const Item item = reader.next();
        if (item.is_end()) {
            if (set.empty()) return snapshot;
            set.clear();
        } else if (set.empty() && item.is_set() && (item.tag == "Parameters" || item.tag == "Particles")) {
            set = item.tag;
        } else {
            if (item.is_set()) reader.skip_set();
            if (set.empty() || !snapshot.take(set, item)) snapshot.unused.push_back(item.tag);
        }
    }
}

Snapshot find_snapshot(ItemReader& reader) {
    while (!reader.at_end()) {
        const Item item = reader.next();
        if (!item.is_set()) continue;
        if (item.tag != "SnapShot") {
            reader.skip_set();
            continue;
        }
        Snapshot snapshot = read_snapshot(reader);
        if (snapshot.has_particles()) return snapshot;
    }
    reader.file().fail("holds no NEMO snapshot with positions");
}

bool has_more_snapshots(ItemReader& reader) {
    while (!reader.at_end()) {
        const Item item = reader.next();
        if (item.is_set() && item.tag == "SnapShot") return true;
        if (item.is_set()) reader.skip_set();
    }
    return false;
}

void read_columns(const ItemReader& reader, const Snapshot& snapshot, ParticleFile& result) {
    const BinaryFile& file = reader.file();
    Particles& particles = result.particles;
    const auto begin_column = [&](const Item& item, std::size_t width) {
        const NumberArray array = reader.array(item, width);
        if (particles.positions.empty()) particles.positions.resize(array.rows);
        if (array.rows != particles.size())
            file.fail_at(item.offset, "item " + item.tag + " is of " + std::to_string(array.rows) +
                                          " bodies, others of " + std::to_string(particles.size()));
        return array;
    };
    const auto position = [&](std::size_t row, const double* r) {
        particles.positions[row] = {float(r[0]), float(r[1]), float(r[2]), 0};
    };
    const auto velocity = [&](std::size_t row, const double* v) {
        particles.velocities[row] = {float(v[0]), float(v[1]), float(v[2]), 0};
    };
    if (snapshot.phase_space) {
        const NumberArray array = begin_column(*snapshot.phase_space, 6);
        particles.velocities.resize(particles.size());
        file.read_rows<double>(array, [&](std::size_t row, const double* both) {
            position(row, both), velocity(row, both + 3);
        });
    } else {
        file.read_rows<double>(begin_column(*snapshot.position, 3), position);
        particles.velocities.resize(particles.size());
        if (snapshot.velocity)
            file.read_rows<double>(begin_column(*snapshot.velocity, 3), velocity);
        else
            result.notes.emplace_back("there are no velocities in the file: all bodies are at rest");
    }
    if (snapshot.mass)
        file.read_rows<double>(begin_column(*snapshot.mass, 1), [&](std::size_t row, const double* mass) {
            particles.positions[row].w = float(*mass);
        });
}

}  // namespace

bool looks_like_nemo(const FileHead& head) {
    const std::string_view begin = std::string_view(head.bytes).substr(0, 2);
    return begin == "\x92\x09" || begin == "\x92\x0b" || begin == "\x09\x92" || begin == "\x0b\x92";
}

ParticleFile read_nemo(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile result;
    ItemReader reader(path);
    const Snapshot snapshot = find_snapshot(reader);
    read_columns(reader, snapshot, result);
    Particles& particles = result.particles;
    if (particles.size() == 0) reader.file().fail("holds no bodies");
    if (snapshot.time) particles.time = reader.real(*snapshot.time);
    if (snapshot.bodies && snapshot.bodies->type == "i" && snapshot.bodies->dimensions.empty() &&
        reader.file().number<std::int32_t>(snapshot.bodies->offset) != std::int64_t(particles.size()))
        reader.file().fail_at(snapshot.bodies->offset,
                              "Nobj is not the number of bodies whose positions are there");
    result.unused = snapshot.unused;
    if (has_more_snapshots(reader))
        result.notes.emplace_back("the file holds more than one snapshot: this is the first");
    apply_units(result, options, std::nullopt, model_units);
    if (!snapshot.mass) share_mass(result);
    particles.components = components_from_masses(particles.positions);
    finish(path, result);
    return result;
}

std::optional<double> read_nemo_time(const std::filesystem::path& path, const ReadOptions& options) {
    ItemReader reader(path);
    const Snapshot snapshot = find_snapshot(reader);
    if (!snapshot.time) return std::nullopt;
    return model_time(reader.real(*snapshot.time), units_of(options, std::nullopt, model_units));
}

void write_nemo(const std::filesystem::path& path, const Particles& particles) {
    if (particles.size() > std::size_t{std::numeric_limits<std::int32_t>::max()})
        throw FileError(path, "NEMO's snapshots number bodies with 31 bits, too few for these");
    BinaryWriter writer(path);
    const auto begin_item = [&](const char* type, const char* tag,
                                std::initializer_list<std::size_t> dimensions) {
        writer.number(dimensions.size() > 0 ? plural_magic : single_magic);
        writer.text(std::string(type) + '\0');
        if (*type != ')') writer.text(std::string(tag) + '\0');
        for (const std::size_t dimension : dimensions) writer.number(static_cast<std::int32_t>(dimension));
        if (dimensions.size() > 0) writer.number(std::int32_t{0});
    };
    const std::vector<std::uint32_t> rows = written_order(particles);
    begin_item("(", "SnapShot", {});
    begin_item("(", "Parameters", {});
    begin_item("i", "Nobj", {});
    writer.number(static_cast<std::int32_t>(particles.size()));
    begin_item("d", "Time", {});
    writer.number(particles.time);
    begin_item(")", "", {});
    begin_item("(", "Particles", {});
    begin_item("i", "CoordSystem", {});
    writer.number(cartesian_3d_phase_space);
    begin_item("f", "Mass", {rows.size()});
    for (const std::size_t row : rows) writer.number(particles.positions[row].w);
    begin_item("f", "PhaseSpace", {rows.size(), 2, 3});
    for (const std::size_t row : rows) {
        const Float4 &p = particles.positions[row], &v = particles.velocities[row];
        for (const float value : {p.x, p.y, p.z, v.x, v.y, v.z}) writer.number(value);
    }
    begin_item(")", "", {});
    begin_item(")", "", {});
    writer.commit();
}

}  // namespace milkomeda
