#include "data/particles/joined_parts.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "data/particles/particle_types.hpp"
#include "data/system/memory.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Paths = std::span<const std::filesystem::path>;

std::string name_of_file(const std::filesystem::path& file) { return file.filename().string(); }

bool differ(double a, double b) {
    constexpr double rounding = 1e-6;
    return !(std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b)));
}

// Returns the number of rows. The components of a part cover all its rows.
std::size_t rows_of(const ParticleFile& part) {
    return part.particles.components.empty()
               ? 0
               : part.particles.components.back().first + part.particles.components.back().count;
}

// Parts that contain bodies, and the paths of their files.
struct FullParts {
    std::vector<const ParticleFile*> parts;
    std::vector<std::filesystem::path> files;
};

// Throws FileError if the parts do not agree about the snapshot. A part without bodies may lack units and box.
void require_one_snapshot(std::span<const ParticleFile> parts, Paths files) {
    std::size_t first = 0;  // the part with which the next part is compared
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const ParticleFile &a = parts[first], &b = parts[i];
        const auto require_equal = [&](bool are_equal, const char* what, const auto& here, const auto& there) {
            if (!are_equal)
                throw FileError(files[i],
                                fmt::format("has the {} {}, but {} has {}; these files are not parts of one snapshot",
                                            what, here, name_of_file(files[first]), there));
        };
        const double time_a = a.particles.time, time_b = b.particles.time;
        require_equal(b.files == a.files, "number of files", b.files, a.files);
        require_equal(!differ(time_a, time_b), "time", short_number(time_b), short_number(time_a));
        if (rows_of(a) > 0 && rows_of(b) > 0) {
            require_equal(b.units == a.units, "units", b.units, a.units);
            for (int axis = 0; axis < 3 && a.box && b.box; ++axis)
                require_equal(!differ((*a.box)[axis], (*b.box)[axis]), "box size", short_number((*b.box)[axis]),
                              short_number((*a.box)[axis]));
        }
        if (rows_of(b) > 0) first = i;
    }
}

// Adds the components of all parts to `particles`. Returns the rows of each component in the concatenation of all
// parts.
std::vector<std::vector<SourceRows>> join_components(const FullParts& full, ParticleSet& particles) {
    struct Joined {
        Component component;
        std::vector<SourceRows> ranges;
    };
    std::vector<Joined> joined;
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    std::size_t first = 0;
    for (const ParticleFile* const part : full.parts) {
        for (const Component& component : part->particles.components) {
            const auto [place, is_new] = known.try_emplace({component.galaxy, component.name}, joined.size());
            if (is_new) joined.push_back({component, {}});
            joined[place->second].ranges.push_back({first + component.first, component.count});
        }
        first += rows_of(*part);
    }
    std::ranges::stable_sort(joined, {}, [](const Joined& one) { return type_of(one.component); });
    std::vector<std::vector<SourceRows>> ranges;
    for (Joined& one : joined) {
        std::size_t count = 0;
        for (const SourceRows& range : one.ranges) count += range.count;
        add_component(particles, std::move(one.component.name), std::move(one.component.galaxy), count);
        ranges.push_back(std::move(one.ranges));
    }
    return ranges;
}

// Moves the rows of a column from all parts to their places in `to`. `column(part)` returns the column of a part.
template <typename Row, typename Column>
void join_column(std::vector<Row>& to, std::vector<ParticleFile>& parts, std::span<const std::uint32_t> places,
                 Column column) {
    std::size_t rows = 0;
    for (ParticleFile& part : parts) rows += column(part).size();
    to.reserve(rows);
    for (ParticleFile& part : parts) {
        to.insert(to.end(), column(part).begin(), column(part).end());
        free_memory(column(part));
    }
    release_unused_memory();
    if (rows > 0 && !places.empty()) move_to_places(to, places);
}

// Joins messages. If messages of several parts differ only in their numbers, keeps the first message.
std::vector<std::string> join_notes(const FullParts& full) {
    struct Note {
        std::size_t first_part, parts;
        std::string text;
        bool differs;
    };
    std::vector<Note> notes;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < full.parts.size(); ++i)
        for (const std::string& text : full.parts[i]->notes) {
            std::string words = text;
            std::erase_if(words, [](char c) { return c >= '0' && c <= '9'; });
            const auto [place, is_new] = known.try_emplace(words, notes.size());
            if (is_new) notes.push_back({i, 0, text, false});
            Note& note = notes[place->second];
            ++note.parts;
            note.differs = note.differs || note.text != text;
        }
    std::vector<std::string> texts;
    for (const Note& note : notes)
        texts.push_back(note.differs ? fmt::format("{} (in {}; {} other files of the snapshot have other numbers)",
                                                   note.text, name_of_file(full.files[note.first_part]), note.parts - 1)
                                     : note.text);
    return texts;
}

// Sets the flags of missing columns, and adds notes about parts without masses or ids.
void join_flags(const FullParts& full, ParticleFile& whole) {
    const auto note = [&](bool ParticleFile::*has, const char* text) {
        const auto with = std::ranges::count_if(full.parts, has);
        if (with == 0 || with == std::ssize(full.parts)) return with > 0;
        const auto without = std::ranges::find_if_not(full.parts, has);
        whole.notes.push_back(name_of_file(full.files[static_cast<std::size_t>(without - full.parts.begin())]) + text);
        return true;
    };
    whole.has_velocities = std::ranges::any_of(full.parts, &ParticleFile::has_velocities);
    whole.has_masses = note(&ParticleFile::has_masses,
                            ": the file contains no masses; the program sets the masses of its bodies to 0");
    note(&ParticleFile::has_ids, ": the file contains no ids; the program ignores the ids of the other files");
    whole.has_ids = std::ranges::all_of(full.parts, &ParticleFile::has_ids);
}

// Fills the exact positions of all parts if some parts have exact positions and others have rounded positions only.
void complete_exact_positions(std::vector<ParticleFile>& parts) {
    const auto is_exact = [](const ParticleFile& part) { return !part.exact_positions.empty(); };
    if (std::ranges::none_of(parts, is_exact)) return;
    for (ParticleFile& part : parts)
        if (!is_exact(part))
            std::ranges::transform(part.particles.positions, std::back_inserter(part.exact_positions), vector_of);
}

// Appends the elements of `more` that `list` does not contain.
template <typename Element, typename Equal>
void add_new(std::vector<Element>& list, const std::vector<Element>& more, Equal are_equal) {
    for (const Element& element : more)
        if (std::ranges::none_of(list, [&](const Element& known) { return are_equal(known, element); }))
            list.push_back(element);
}

}  // namespace

JoinedDescription join_descriptions(std::span<const ParticleFile> parts, Paths files) {
    require_one_snapshot(parts, files);
    FullParts full;
    std::size_t rows = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (rows_of(parts[i]) == 0) continue;
        full.parts.push_back(&parts[i]);
        full.files.push_back(files[i]);
        rows += rows_of(parts[i]);
    }
    if (rows == 0) throw FileError(files.front(), "the files of the snapshot contain no bodies");
    require_countable(files.front(), rows);

    JoinedDescription joined;
    ParticleFile& whole = joined.whole;
    whole.files = parts.size();
    whole.is_joined = true;
    whole.particles.time = parts.front().particles.time;
    whole.units = full.parts.front()->units;
    if (std::ranges::all_of(full.parts, [](const ParticleFile* part) { return part->box.has_value(); }))
        whole.box = full.parts.front()->box;
    whole.notes = join_notes(full);
    join_flags(full, whole);
    for (const ParticleFile* const part : full.parts) {
        whole.bodies_without_mass += part->bodies_without_mass;
        whole.bodies_without_velocity += part->bodies_without_velocity;
        add_new(whole.unused, part->unused, std::equal_to{});
        add_new(whole.sources, part->sources,
                [](const ColumnSource& a, const ColumnSource& b) { return a.column == b.column && a.from == b.from; });
    }
    joined.ranges = join_components(full, whole.particles);
    return joined;
}

ParticleFile join_parts(std::vector<ParticleFile> parts, Paths files) {
    auto [whole, ranges] = join_descriptions(parts, files);
    const std::vector<std::uint32_t> places = group_by_component(whole.particles.components, ranges);
    complete_exact_positions(parts);
    join_column(
        whole.exact_positions, parts, places, [](auto& part) -> auto& { return part.exact_positions; });
    join_column(
        whole.particles.positions, parts, places, [](auto& part) -> auto& { return part.particles.positions; });
    join_column(
        whole.particles.velocities, parts, places, [](auto& part) -> auto& { return part.particles.velocities; });
    if (std::ranges::any_of(parts, [](const ParticleFile& part) { return !part.particles.gas.empty(); })) {
        for (ParticleFile& part : parts) part.particles.gas.resize(rows_of(part));  // unknown values in other parts
        join_column(
            whole.particles.gas, parts, places, [](auto& part) -> auto& { return part.particles.gas; });
    }
    if (whole.has_ids)
        join_column(
            whole.exact_ids, parts, places, [](auto& part) -> auto& { return part.exact_ids; });
    return std::move(whole);
}

}  // namespace milkomeda
