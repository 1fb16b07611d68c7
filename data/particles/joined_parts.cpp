#include "data/particles/joined_parts.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "data/particles/particle_types.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Paths = std::span<const std::filesystem::path>;

std::string name_of_file(const std::filesystem::path& file) { return file.filename().string(); }

// Throws FileError if the headers of the parts disagree.
void require_one_snapshot(const std::vector<ParticleFile>& parts, Paths files) {
    const auto differ = [](double a, double b) {
        constexpr double rounding = 1e-6;
        return !(std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b)));
    };
    const ParticleFile& first = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const ParticleFile& part = parts[i];
        const auto fail = [&](const std::string& what, const auto& here, const auto& there) {
            throw FileError(files[i],
                            fmt::format("has the {} {}, but {} has {}; these files are not parts of one snapshot", what,
                                        here, name_of_file(files.front()), there));
        };
        if (part.files != first.files) fail("number of files", part.files, first.files);
        if (differ(part.particles.time, first.particles.time))
            fail("time", short_number(part.particles.time), short_number(first.particles.time));
        if (part.units != first.units) fail("units", part.units, first.units);
        for (int axis = 0; axis < 3 && part.box && first.box; ++axis)
            if (differ((*part.box)[axis], (*first.box)[axis]))
                fail("box size", short_number((*part.box)[axis]), short_number((*first.box)[axis]));
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
    to.reserve(rows);
    for (const auto& [part, first, count] : ranges) {
        const std::vector<Row>& from = column(parts[part]);
        if (from.empty()) continue;
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    for (ParticleFile& part : parts) column(part) = {};
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
    std::string without_masses, without_ids;
    bool any_ids = false;
    whole.has_masses = whole.has_velocities = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ParticleFile& part = parts[i];
        if (part.particles.size() == 0) continue;
        if (!part.has_masses && without_masses.empty()) without_masses = name_of_file(files[i]);
        if (part.exact_ids.empty() && without_ids.empty()) without_ids = name_of_file(files[i]);
        whole.has_masses = whole.has_masses || part.has_masses;
        whole.has_velocities = whole.has_velocities || part.has_velocities;
        any_ids = any_ids || !part.exact_ids.empty();
    }
    if (whole.has_masses && !without_masses.empty())
        whole.notes.push_back(without_masses +
                              ": the file contains no masses; the program sets the masses of its bodies to 0");
    if (!any_ids || without_ids.empty()) return;
    whole.notes.push_back(without_ids + ": the file contains no ids; the program ignores the ids of the other files");
    for (ParticleFile& part : parts) part.exact_ids = {};
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
    std::size_t rows = 0;
    for (const ParticleFile& part : parts) rows += part.particles.size();
    require_countable(files.front(), rows);

    ParticleFile whole;
    whole.files = parts.size();
    whole.units = parts.front().units;
    whole.particles.time = parts.front().particles.time;
    whole.notes = join_notes(parts, files);
    join_flags(parts, files, whole);
    complete_exact_positions(parts);
    for (const ParticleFile& part : parts) {
        if (!whole.box) whole.box = part.box;
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
