#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "data/files/binary_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/nemo_items.hpp"
#include "data/formats/position_column.hpp"
#include "data/particles/column_sources.hpp"

namespace milkomeda {
namespace {

using namespace nemo;

// Items of a snapshot that the reader uses.
struct Snapshot {
    std::optional<Item> bodies, time, mass, phase_space, position, velocity, key;
    std::vector<std::string> unused;

    bool has_particles() const { return phase_space || position; }
    bool take(const std::string& set, const Item& item) {
        const auto take_as = [&](const char* tag, std::optional<Item>& place) {
            return item.tag == tag && !place && (place = item, true);
        };
        // ZENO writes NBody instead of Nobj.
        if (set == "Parameters") return take_as("Nobj", bodies) || take_as("NBody", bodies) || take_as("Time", time);
        return take_as("Mass", mass) || take_as("Key", key) || take_as("PhaseSpace", phase_space) ||
               take_as("Position", position) || take_as("Velocity", velocity) || item.tag == "CoordSystem";
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

// Uses the keys of the bodies as ids if all keys differ. Many programs use keys for other purposes.
void read_keys(const ItemReader& reader, const Snapshot& snapshot, ParticleFile& result) {
    if (!snapshot.key) return;
    std::vector<std::uint64_t> keys = reader.integers(*snapshot.key), sorted = keys;
    std::ranges::sort(sorted);
    constexpr std::uint64_t negative = std::uint64_t{1} << 63;
    if (keys.size() == result.particles.size() && sorted.back() < negative &&
        std::ranges::adjacent_find(sorted) == sorted.end())
        result.exact_ids = std::move(keys);
    else
        result.unused.push_back(snapshot.key->tag);
}

void read_columns(const ItemReader& reader, const Snapshot& snapshot, double length_factor, ParticleFile& result) {
    const BinaryFile& file = reader.file();
    ParticleSet& particles = result.particles;
    const Item& position_item = snapshot.phase_space ? *snapshot.phase_space : *snapshot.position;
    const NumberArray first = reader.array(position_item, snapshot.phase_space ? 6 : 3);
    PositionColumn positions(result, first.rows, first.type, length_factor);
    const auto checked_array = [&](const Item& item, std::size_t width) {
        const NumberArray array = reader.array(item, width);
        if (array.rows != particles.size())
            file.fail_at(item.offset, fmt::format("item {} has {} bodies, but the items before it have {}", item.tag,
                                                  array.rows, particles.size()));
        return array;
    };
    const auto velocity = [&](std::size_t row, const double* v) {
        particles.velocities[row] = {float(v[0]), float(v[1]), float(v[2]), 0};
    };
    file.read_rows<double>(first, [&](std::size_t row, const double* numbers) {
        positions.set(row, numbers);
        if (snapshot.phase_space) velocity(row, numbers + 3);
    });
    result.has_velocities = snapshot.phase_space || snapshot.velocity;
    if (!result.has_velocities)
        result.notes.emplace_back("the file contains no velocities; the program sets all velocities to 0");
    else if (!snapshot.phase_space)
        file.read_rows<double>(checked_array(*snapshot.velocity, 3), velocity);
    result.has_masses = snapshot.mass.has_value();
    if (snapshot.mass)
        file.read_rows<double>(checked_array(*snapshot.mass, 1),
                               [&](std::size_t row, const double* mass) { particles.positions[row].w = float(*mass); });
}

void note_nemo_sources(ParticleFile& file, const Snapshot& snapshot, const ReadOptions& options) {
    const auto place = [](const std::optional<Item>& item) {
        return item ? fmt::format("{} at byte {} (type {})", item->tag, item->offset, item->type) : "";
    };
    add_sources(file,
                {place(snapshot.phase_space ? snapshot.phase_space : snapshot.position),
                 place(snapshot.phase_space ? snapshot.phase_space : snapshot.velocity), place(snapshot.mass),
                 file.exact_ids.empty() ? "" : place(snapshot.key), place(snapshot.time)},
                units_of(options, std::nullopt, model_units),
                rule_of_units(options, std::nullopt, "NEMO files usually have units with G = 1"));
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
    read_columns(reader, snapshot, factors_to_model_units(units_of(options, std::nullopt, model_units)).length, result);
    ParticleSet& particles = result.particles;
    if (particles.size() == 0) reader.file().fail("contains no bodies");
    if (snapshot.time) particles.time = reader.real(*snapshot.time);
    if (snapshot.bodies && snapshot.bodies->type == "i" && snapshot.bodies->dimensions.empty() &&
        reader.file().number<std::int32_t>(snapshot.bodies->offset) != std::int64_t(particles.size()))
        reader.file().fail_at(snapshot.bodies->offset,
                              "Nobj differs from the number of positions: the file is damaged");
    result.unused = snapshot.unused;
    read_keys(reader, snapshot, result);
    if (has_more_snapshots(reader))
        result.notes.emplace_back("the file contains several snapshots; the program reads only the first");
    note_nemo_sources(result, snapshot, options);
    apply_units(result, options, std::nullopt, model_units);
    return result;
}

std::optional<double> read_nemo_time(const std::filesystem::path& path, const ReadOptions& options) {
    ItemReader reader(path);
    const Snapshot snapshot = find_snapshot(reader);
    if (!snapshot.time) return std::nullopt;
    return model_time(reader.real(*snapshot.time), units_of(options, std::nullopt, model_units));
}

}  // namespace milkomeda
