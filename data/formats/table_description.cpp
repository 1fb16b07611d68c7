#include "data/formats/table_description.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Returns the name of a column for the user, in printable characters.
std::string shown_name(const TableColumn& column) {
    const std::string text = milkomeda::quoted(column.name);
    return text.substr(1, text.size() - 2);
}

// Adds the source of the columns whose roles fulfill a condition.
template <typename Condition>
void add_source(ParticleFile& file, const TableLayout& layout, const char* name, Condition fits) {
    std::vector<std::string> places, units;
    double factor = 1;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const TableColumn& column = layout.columns[i];
        if (!column.role || !fits(*column.role)) continue;
        places.push_back(std::to_string(i) + (column.name.empty() ? "" : " (" + shown_name(column) + ")"));
        const std::string unit = !is_quantity(*column.role) ? "" : column.unit.empty() ? "model units" : column.unit;
        if (std::ranges::find(units, unit) == units.end()) units.push_back(unit);
        factor = column.factor;
    }
    if (!places.empty()) file.sources.push_back({name, "column " + join(places), join(units), factor, layout.rule});
}

void add_sources(ParticleFile& file, const TableLayout& layout) {
    add_source(file, layout, "positions", is_position);
    add_source(file, layout, "velocities", is_velocity);
    add_source(file, layout, "masses", [](ColumnRole role) { return role == ColumnRole::mass; });
    add_source(file, layout, "ids", [](ColumnRole role) { return role == ColumnRole::id; });
}

// Records the units of the columns in ParticleFile::units, and adds a note about quantities without units if other
// quantities have units.
void take_units(ParticleFile& file, const TableLayout& layout, const ReadOptions& options) {
    note_units(file, options, std::nullopt, model_units);
    if (options.units != UnitChoice::automatic) return;
    std::vector<std::string> units, without;
    for (const TableColumn& column : layout.columns) {
        if (!column.role || !is_quantity(*column.role)) continue;
        if (column.unit.empty())
            without.emplace_back(name_of(*column.role));
        else if (std::ranges::find(units, column.unit) == units.end())
            units.push_back(column.unit);
    }
    if (units.empty()) return;
    const bool has_choice = std::ranges::any_of(layout.columns, &TableColumn::has_chosen_unit);
    file.units = join(units) + (has_choice ? " (chosen by --columns or in the window)" : " (stated in the file)");
    if (!without.empty())
        file.notes.push_back("the file states no unit for " + join(without) + "; the program reads model units");
}

void add_notes(ParticleFile& file, const TableLayout& layout) {
    file.has_masses = column_with(layout.columns, ColumnRole::mass) != nullptr;
    for (const std::string& note : layout.notes) file.notes.push_back(note);
    if (layout.stated_rows && *layout.stated_rows != file.particles.size())
        file.notes.push_back(
            fmt::format("the first line states {} rows, but the file has {} rows; the program reads {} rows",
                        *layout.stated_rows, file.particles.size(), file.particles.size()));
    std::vector<std::string_view> missing;
    for (const ColumnRole role : {ColumnRole::vx, ColumnRole::vy, ColumnRole::vz})
        if (!column_with(layout.columns, role)) missing.push_back(name_of(role));
    file.has_velocities = missing.size() < 3;
    if (!missing.empty())
        file.notes.push_back("there is no column " + join(missing) + "; the program uses 0 for all bodies");
    for (std::size_t i = 0; i < layout.columns.size(); ++i)
        if (const TableColumn& column = layout.columns[i]; !column.role)
            file.unused.push_back(column.name.empty() ? fmt::format("column {}", i) : shown_name(column));
}

// Drops ids that are equal for all bodies, such as the id -1 in files of NBabel.
void drop_equal_ids(ParticleFile& file) {
    const auto drop = [&file](auto& ids) {
        if (ids.size() < 2 || std::ranges::adjacent_find(ids, std::not_equal_to{}) != ids.end()) return;
        ids = {};
        file.notes.emplace_back("all bodies have one id; the program uses the numbers of the rows as ids");
    };
    drop(file.particles.ids);
    drop(file.exact_ids);
}

}  // namespace

void describe_table(ParticleFile& file, const TableLayout& layout, const ReadOptions& options) {
    add_notes(file, layout);
    take_units(file, layout, options);
    add_sources(file, layout);
    drop_equal_ids(file);
}

}  // namespace milkomeda
