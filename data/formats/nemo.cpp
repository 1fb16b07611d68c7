#include <fmt/format.h>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/nemo_items.hpp"
#include "data/particles/row_order.hpp"

namespace milkomeda {
namespace {

using namespace nemo;

// Items of a snapshot that the reader uses.
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

// Reads a set SnapShot. The next item in the file must be the set's first item.
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
    reader.file().fail("contains no NEMO snapshot with positions");
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
    ParticleSet& particles = result.particles;
    const auto begin_column = [&](const Item& item, std::size_t width) {
        const NumberArray array = reader.array(item, width);
        if (particles.positions.empty()) particles.positions.resize(array.rows);
        if (array.rows != particles.size())
            file.fail_at(item.offset, fmt::format("item {} has {} bodies, but the items before it have {}", item.tag,
                                                  array.rows, particles.size()));
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
        file.read_rows<double>(
            array, [&](std::size_t row, const double* both) { position(row, both), velocity(row, both + 3); });
    } else {
        file.read_rows<double>(begin_column(*snapshot.position, 3), position);
        particles.velocities.resize(particles.size());
        if (snapshot.velocity)
            file.read_rows<double>(begin_column(*snapshot.velocity, 3), velocity);
        else
            result.notes.emplace_back("the file contains no velocities; the program sets all velocities to 0");
    }
    if (snapshot.mass)
        file.read_rows<double>(begin_column(*snapshot.mass, 1),
                               [&](std::size_t row, const double* mass) { particles.positions[row].w = float(*mass); });
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
    ParticleSet& particles = result.particles;
    if (particles.size() == 0) reader.file().fail("contains no bodies");
    if (snapshot.time) particles.time = reader.real(*snapshot.time);
    if (snapshot.bodies && snapshot.bodies->type == "i" && snapshot.bodies->dimensions.empty() &&
        reader.file().number<std::int32_t>(snapshot.bodies->offset) != std::int64_t(particles.size()))
        reader.file().fail_at(snapshot.bodies->offset,
                              "Nobj differs from the number of positions: the file is damaged");
    result.unused = snapshot.unused;
    if (has_more_snapshots(reader))
        result.notes.emplace_back("the file contains several snapshots; the program reads only the first");
    apply_units(result, options, std::nullopt, model_units);
    result.has_masses = snapshot.mass.has_value();
    return result;
}

std::optional<double> read_nemo_time(const std::filesystem::path& path, const ReadOptions& options) {
    ItemReader reader(path);
    const Snapshot snapshot = find_snapshot(reader);
    if (!snapshot.time) return std::nullopt;
    return model_time(reader.real(*snapshot.time), units_of(options, std::nullopt, model_units));
}

}  // namespace milkomeda
