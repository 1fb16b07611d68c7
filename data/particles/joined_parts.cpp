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

// Throws FileError if the parts do not agree about the snapshot. A part without bodies may lack units and box.
void require_one_snapshot(const std::vector<ParticleFile>& parts, Paths files) {
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
        if (a.particles.size() > 0 && b.particles.size() > 0) {
            require_equal(b.units == a.units, "units", b.units, a.units);
            for (int axis = 0; axis < 3 && a.box && b.box; ++axis)
                require_equal(!differ((*a.box)[axis], (*b.box)[axis]), "box size", short_number((*b.box)[axis]),
                              short_number((*a.box)[axis]));
        }
        if (b.particles.size() > 0) first = i;
    }
}

// Range of rows of a part, which belong to one component.
struct RowRange {
    std::size_t part, first, count;
};

// Adds the components of all parts to `particles`, and returns the ranges of rows in the order of the joined rows.
std::vector<RowRange> join_components(const std::vector<ParticleFile>& parts, ParticleSet& particles) {
    struct Joined {
        Component component;
        std::vector<RowRange> ranges;
    };
    std::vector<Joined> joined;
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (const Component& component : parts[i].particles.components) {
            const auto [place, is_new] = known.try_emplace({component.galaxy, component.name}, joined.size());
            if (is_new) joined.push_back({component, {}});
            joined[place->second].ranges.push_back({i, component.first, component.count});
        }
    std::ranges::stable_sort(joined, {}, [](const Joined& one) { return type_of(one.component); });
    std::vector<RowRange> ranges;
    for (Joined& one : joined) {
        std::size_t count = 0;
        for (const RowRange& range : one.ranges) count += range.count;
        ranges.insert(ranges.end(), one.ranges.begin(), one.ranges.end());
        add_component(particles, std::move(one.component.name), std::move(one.component.galaxy), count);
    }
    return ranges;
}

// Moves the rows of a column from all parts into `to`. `column(part)` returns the column of a part.
template <typename Row, typename Column>
void join_column(std::vector<Row>& to, std::vector<ParticleFile>& parts, std::span<const RowRange> ranges,
                 Column column) {
    std::size_t rows = 0;
    for (const RowRange& range : ranges) rows += column(parts[range.part]).empty() ? 0 : range.count;
    reserve_in_large_pages(to, rows);
    for (const auto& [part, first, count] : ranges) {
        const std::vector<Row>& from = column(parts[part]);
        if (from.empty()) continue;
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    for (ParticleFile& part : parts) free_memory(column(part));
    release_unused_memory();
}

// Joins messages. If messages of several parts differ only in their numbers, keeps the first message.
std::vector<std::string> join_notes(const std::vector<ParticleFile>& parts, Paths files) {
    struct Note {
        std::size_t first_part, parts;
        std::string text;
        bool differs;
    };
    std::vector<Note> notes;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (const std::string& text : parts[i].notes) {
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
                                                   note.text, name_of_file(files[note.first_part]), note.parts - 1)
                                     : note.text);
    return texts;
}

// Sets the flags of missing masses and velocities, and adds notes about parts without masses or ids.
void join_flags(std::vector<ParticleFile>& parts, Paths files, ParticleFile& whole) {
    const auto has_ids = [](const ParticleFile& part) { return !part.exact_ids.empty(); };
    whole.has_masses = std::ranges::any_of(parts, &ParticleFile::has_masses);
    whole.has_velocities = std::ranges::any_of(parts, &ParticleFile::has_velocities);
    if (const auto without = std::ranges::find(parts, false, &ParticleFile::has_masses);
        whole.has_masses && without != parts.end())
        whole.notes.push_back(name_of_file(files[static_cast<std::size_t>(without - parts.begin())]) +
                              ": the file contains no masses; the program sets the masses of its bodies to 0");
    const auto without = std::ranges::find(parts, false, has_ids);
    if (without == parts.end() || std::ranges::none_of(parts, has_ids)) return;
    whole.notes.push_back(name_of_file(files[static_cast<std::size_t>(without - parts.begin())]) +
                          ": the file contains no ids; the program ignores the ids of the other files");
    for (ParticleFile& part : parts) free_memory(part.exact_ids);
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

ParticleFile join_parts(std::vector<ParticleFile> parts, Paths files) {
    require_one_snapshot(parts, files);
    ParticleFile whole;
    whole.files = parts.size();
    whole.particles.time = parts.front().particles.time;
    std::size_t rows = 0;
    std::vector<std::filesystem::path> names;  // paths of the parts with bodies
    for (std::size_t i = 0; i < parts.size(); rows += parts[i++].particles.size())
        if (parts[i].particles.size() > 0) names.push_back(files[i]);
    std::erase_if(parts, [](const ParticleFile& part) { return part.particles.size() == 0; });
    if (rows == 0) throw FileError(files.front(), "the files of the snapshot contain no bodies");
    require_countable(files.front(), rows);

    whole.units = parts.front().units;
    if (std::ranges::all_of(parts, [](const ParticleFile& part) { return part.box.has_value(); }))
        whole.box = parts.front().box;
    whole.notes = join_notes(parts, names);
    join_flags(parts, names, whole);
    complete_exact_positions(parts);
    for (const ParticleFile& part : parts) {
        whole.bodies_without_mass += part.bodies_without_mass;
        whole.bodies_without_velocity += part.bodies_without_velocity;
        add_new(whole.unused, part.unused, std::equal_to{});
        add_new(whole.sources, part.sources,
                [](const ColumnSource& a, const ColumnSource& b) { return a.column == b.column && a.from == b.from; });
    }
    const std::vector<RowRange> ranges = join_components(parts, whole.particles);
    join_column(
        whole.exact_positions, parts, ranges, [](auto& part) -> auto& { return part.exact_positions; });
    join_column(
        whole.particles.positions, parts, ranges, [](auto& part) -> auto& { return part.particles.positions; });
    join_column(
        whole.particles.velocities, parts, ranges, [](auto& part) -> auto& { return part.particles.velocities; });
    join_column(
        whole.exact_ids, parts, ranges, [](auto& part) -> auto& { return part.exact_ids; });
    return whole;
}

}  // namespace milkomeda
