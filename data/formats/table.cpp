// Reader of text tables: reads rows by the layout that table_layout.cpp finds.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "data/files/text_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/row_text.hpp"
#include "data/formats/table_layout.hpp"
#include "data/formats/table_lines.hpp"
#include "data/particles/row_order.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Reads the rows of a table. Errors state the line and the character, both counted from 1.
class RowReader {
  public:
    RowReader(const std::filesystem::path& path, const TableLayout& layout) : layout_(layout), reader_(path) {
        for (std::size_t i = 0; i < layout.columns.size(); ++i)
            if (const auto role = layout.columns[i].role) {
                cells_.push_back({i, *role, layout.columns[i].factor, name_of(*role)});
                has_tags_ = has_tags_ || *role > ColumnRole::id;
                has_components_ = has_components_ || *role == ColumnRole::component;
            }
        is_plain_ =
            layout.decimal == '.' && cells_.size() == layout.columns.size() &&
            std::ranges::all_of(cells_, [](const Cell& cell) { return is_quantity(cell.role) && cell.factor == 1; });
        while (reader_.line_number() + 1 < layout.first_row && reader_.next_line()) {
        }
    }

    void read_rows(ParticleFile& file) {
        while (next_line()) {
            reserve_rows(file.particles, reader_.share_read());
            if (is_plain_ && take_plain_row(file.particles)) continue;
            split_line();
            take_row(file);
        }
    }

    // Returns the positions in double precision.
    std::vector<glm::dvec3> read_positions(std::size_t rows) {
        std::vector<glm::dvec3> positions;
        positions.reserve(rows);
        while (next_line()) {
            split_line();
            glm::dvec3& position = positions.emplace_back();
            for (const Cell& cell : cells_)
                if (is_position(cell.role))
                    position[static_cast<int>(cell.role) - static_cast<int>(ColumnRole::x)] =
                        cell.factor * number_in<double>(cell, fields_[cell.column]);
        }
        if (positions.size() != rows) throw FileError(reader_.path(), "was changed while it was read");
        return positions;
    }

    std::vector<std::uint8_t> tags;  // component index of each row, if the table has a column of components or galaxies
    // pairs of component name and galaxy name, in the order of the component indices
    std::vector<std::pair<std::string, std::string>> names;

  private:
    // Column with a role.
    struct Cell {
        std::size_t column;
        ColumnRole role;
        double factor;
        std::string_view name;  // name of the role
    };

    // Reads the next line that is not a comment. Returns false at the end of the file.
    bool next_line() {
        do {
            const auto line = reader_.next_line();
            if (!line) return false;
            line_ = *line;
        } while (tables::is_comment(line_));
        return true;
    }

    void split_line() {
        try {
            tables::split_fields(line_, layout_.separator, fields_);
        } catch (const tables::FieldError& error) {
            fail(error.place, error.what());
        }
        if (fields_.size() != layout_.columns.size()) fail_for_count();
    }

    // Reads a row of a table whose columns are all numbers without conversion, which is faster than take_row(). Returns
    // false for all other rows.
    bool take_plain_row(ParticleSet& particles) const {
        std::array<float, 7> numbers{};
        const char* at = line_.data();
        const char* const end = at + line_.size();
        const auto skip_blanks = [&] {
            while (at < end && tables::is_blank(*at)) ++at;
        };
        for (const Cell& cell : cells_) {
            skip_blanks();
            if (cell.column > 0 && layout_.separator != tables::blanks) {
                if (at == end || *at != layout_.separator) return false;
                ++at;
                skip_blanks();
            }
            float& number = numbers[static_cast<std::size_t>(cell.role)];
            const auto [number_end, error] = std::from_chars(at, end, number);
            if (error != std::errc{} || !std::isfinite(number)) return false;
            at = number_end;
            if (at < end && !tables::is_blank(*at) && *at != layout_.separator) return false;
        }
        skip_blanks();
        const auto [mass, x, y, z, vx, vy, vz] = numbers;
        if (at < end || mass < 0) return false;
        particles.positions.push_back({x, y, z, mass});
        particles.velocities.push_back({vx, vy, vz, 0});
        return true;
    }

    void take_row(ParticleFile& file) {
        std::array<float, 7> numbers{};
        std::string_view component, galaxy;
        std::string type;
        for (const Cell& cell : cells_) {
            const std::string_view field = fields_[cell.column];
            if (is_quantity(cell.role))
                numbers[static_cast<std::size_t>(cell.role)] = quantity_in(cell, field);
            else if (cell.role == ColumnRole::id)
                take_id(file, field);
            else if (cell.role == ColumnRole::component)
                component = field;
            else if (cell.role == ColumnRole::galaxy)
                galaxy = field;
            else if (!field.empty())
                type = is_number(field) ? "type " + std::string(field) : field;
        }
        const auto [mass, x, y, z, vx, vy, vz] = numbers;
        file.particles.positions.push_back({x, y, z, mass});
        file.particles.velocities.push_back({vx, vy, vz, 0});
        if (has_tags_) tags.push_back(tag_of(has_components_ ? component : type.empty() ? "all" : type, galaxy));
    }

    template <typename Number>
    Number number_in(const Cell& cell, std::string_view field) const try {
        return parse_number<Number>(field, cell.name, layout_.decimal);
    } catch (const std::invalid_argument& error) {
        fail(place_of(field), error.what() + hint_about(field));
    }

    float quantity_in(const Cell& cell, std::string_view field) const {
        float value = 0;
        if (cell.factor == 1) {
            value = number_in<float>(cell, field);
        } else {
            value = static_cast<float>(cell.factor * number_in<double>(cell, field));
            if (!std::isfinite(value))
                fail(place_of(field), fmt::format("{} in column {} is too large for a 32-bit float in model units",
                                                  quoted(field), cell.name));
        }
        if (value < 0 && cell.role == ColumnRole::mass)
            fail(place_of(field), fmt::format("the mass {} is negative", quoted(field)));
        return value;
    }

    // Returns the likely cause of the error: a decimal point between decimal commas, or a separator of other tables.
    std::string hint_about(std::string_view field) const {
        if (layout_.decimal == ',' && is_number(field)) return " (the first rows contain decimal commas)";
        const std::size_t at = field.find_first_of(",;|\t ");
        if (at == field.npos) return "";
        return fmt::format(" (the columns are separated by {}, and this field contains '{}')",
                           tables::plural_of(layout_.separator), field[at] == '\t' ? "\\t" : field.substr(at, 1));
    }

    void take_id(ParticleFile& file, std::string_view field) {
        const std::uint64_t id = parse_id(field);
        std::vector<std::uint32_t>& ids = file.particles.ids;
        if (file.exact_ids.empty() && id <= std::numeric_limits<std::uint32_t>::max())
            return ids.push_back(static_cast<std::uint32_t>(id));
        if (file.exact_ids.empty()) file.exact_ids.assign(ids.begin(), ids.end()), ids = {};
        file.exact_ids.push_back(id);
    }

    // Accepts integers that are written as floats, such as 1.0 or 1e5. Negative ids keep their bits.
    std::uint64_t parse_id(std::string_view field) const {
        if (const auto id = number_from<std::uint64_t>(field)) return *id;
        if (const auto id = number_from<std::int64_t>(field)) return static_cast<std::uint64_t>(*id);
        constexpr double most = 9007199254740992;  // 2^53, up to which doubles represent all integers
        if (is_number(field, layout_.decimal))
            if (const double id = parse_number<double>(field, "id", layout_.decimal);
                id == std::floor(id) && std::abs(id) <= most)
                return static_cast<std::uint64_t>(static_cast<std::int64_t>(id));
        fail(place_of(field), quoted(field) + " in column id is not an integer of 64 bits");
    }

    std::uint8_t tag_of(std::string_view component_name, std::string_view galaxy_name) {
        constexpr std::size_t most = 64;
        for (std::size_t tag = 0; tag < names.size(); ++tag)
            if (names[tag].first == component_name && names[tag].second == galaxy_name)
                return static_cast<std::uint8_t>(tag);
        if (names.size() == most) fail(0, "the file has more than 64 components");
        if (component_name.empty()) fail(0, "the component has no name");
        for (const char c : std::string(component_name) + std::string(galaxy_name))
            if (c < ' ' || c > '~' || c == '"')
                fail(0, "the names of components and galaxies must consist of printable ASCII characters");
        names.emplace_back(component_name, galaxy_name);
        return static_cast<std::uint8_t>(names.size() - 1);
    }

    std::size_t place_of(std::string_view field) const { return static_cast<std::size_t>(field.data() - line_.data()); }

    [[noreturn]] void fail_for_count() const {
        const std::size_t columns = layout_.columns.size();
        if (layout_.has_names)
            fail(line_.size(),
                 fmt::format("the row has {} fields, but the header names {} columns", fields_.size(), columns));
        if (fields_.size() < columns)
            fail(line_.size(), fmt::format("the row ends after {} of {} columns{}", fields_.size(), columns, roles()));
        fail(place_of(fields_[columns]), fmt::format("the row has more than {} columns{}", columns, roles()));
    }

    // Returns the roles of all columns, such as " (mass x y z vx vy vz)", or an empty text if there are other columns.
    std::string roles() const {
        if (cells_.size() != layout_.columns.size()) return "";
        return " (" + join(cells_, &Cell::name, " ") + ")";
    }

    [[noreturn]] void fail(std::size_t place, const std::string& reason) const {
        throw FileError(fmt::format("{}:{}:{}: {}", reader_.path().string(), reader_.line_number(), place + 1, reason));
    }

    const TableLayout& layout_;
    TextReader reader_;
    std::vector<Cell> cells_;
    std::string_view line_;
    std::vector<std::string_view> fields_;
    bool has_tags_ = false, has_components_ = false;
    bool is_plain_ = false;  // true if take_plain_row() can read the rows
};

// Sorts rows by component. Within a component, rows keep their order.
void group_rows(ParticleFile& file, const RowReader& reader) {
    ParticleSet& particles = file.particles;
    if (reader.names.empty()) return;
    if (particles.ids.empty()) {
        particles.ids.resize(particles.size());
        std::iota(particles.ids.begin(), particles.ids.end(), 0u);
    }
    std::vector<std::size_t> counts(reader.names.size());
    for (const std::uint8_t tag : reader.tags) ++counts[tag];
    for (std::size_t tag = 0; tag < counts.size(); ++tag)
        add_component(particles, reader.names[tag].first, reader.names[tag].second, counts[tag]);
    if (std::ranges::is_sorted(reader.tags)) return;
    std::vector<std::uint32_t> rows(particles.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        Component& component = particles.components[reader.tags[row]];
        rows[component.first++] = static_cast<std::uint32_t>(row);
    }
    for (std::size_t tag = 0; tag < counts.size(); ++tag) particles.components[tag].first -= counts[tag];
    const auto reorder_column = [&rows](auto& column) {
        if (column.empty()) return;
        const auto before = column;
        for (std::size_t row = 0; row < rows.size(); ++row) column[row] = before[rows[row]];
    };
    reorder_column(file.exact_positions);
    reorder_column(file.exact_ids);
    reorder(particles, 0, rows);
}

// Returns true if the distance of the bodies from the origin is several times larger than their distances from each
// other, so that 32-bit floats may lose digits of their positions.
bool are_far_from_origin(const std::vector<Float4>& positions) {
    constexpr std::size_t most_samples = 10'000;
    constexpr float far = 4;
    const std::size_t stride = positions.size() / most_samples + 1;
    float distance = 0, extent = 0;
    for (float Float4::*axis : {&Float4::x, &Float4::y, &Float4::z}) {
        std::vector<float> sample;
        for (std::size_t row = 0; row < positions.size(); row += stride) sample.push_back(positions[row].*axis);
        std::ranges::sort(sample);
        distance = std::max(distance, std::abs(sample[sample.size() / 2]));
        extent = std::max(extent, sample[sample.size() * 3 / 4] - sample[sample.size() / 4]);
    }
    return extent > 0 && distance > far * extent;
}

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

// Records the units of the columns in ParticleFile::units, and notes quantities without units beside others with units.
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

// Returns the time of the layout in the units of the file, and adds a note if the text is not a number.
std::optional<double> stated_time(const TableLayout& layout, std::vector<std::string>* notes = nullptr) {
    if (!layout.time) return std::nullopt;
    const auto number = number_from<double>(*layout.time);
    if (number && std::isfinite(*number)) return number;
    if (notes)
        notes->push_back("the comment \"# time\" is followed by " + milkomeda::quoted(*layout.time) +
                         ", not by one number; the program uses the time 0");
    return std::nullopt;
}

double model_time_of(double time, const ReadOptions& options) {
    return model_time(time, units_of(options, std::nullopt, model_units));
}

// Returns true if text has no control characters that do not occur in tables.
bool is_plain_text(std::string_view text) {
    return std::ranges::none_of(
        text, [](char c) { return c >= 0 && c < ' ' && c != '\n' && c != '\r' && !tables::is_blank(c); });
}

}  // namespace

bool looks_like_csv(const FileHead& head) {
    if (!is_plain_text(head.text)) return false;
    std::string_view rest = head.text;
    while (!rest.empty()) {
        std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (tables::is_comment(line)) continue;
        // The header of a table of pandas begins with a separator, the header of an IPAC table with a vertical bar.
        line.remove_prefix(std::min(line.find_first_not_of(" \t,;|\"'"), line.size()));
        return !line.empty() && (tables::is_letter(line.front()) || line.front() < 0);
    }
    return false;
}

bool looks_like_table(const FileHead& head) {
    return head.packed || is_plain_text(head.text);  // The reader will check compressed content.
}

ParticleFile read_table(const std::filesystem::path& path, const ReadOptions& options) {
    const TableLayout layout = layout_of_table(path, options);
    ParticleFile file;
    ParticleSet& particles = file.particles;
    RowReader reader(path, layout);
    reader.read_rows(file);
    if (particles.size() == 0)
        throw FileError(path, layout.has_names ? "contains a header, but no bodies"
                                               : "contains no bodies; each row must be: mass x y z vx vy vz");
    require_countable(path, particles.size());
    particles.time = model_time_of(stated_time(layout, &file.notes).value_or(0), options);
    file.has_masses = column_with(layout.columns, ColumnRole::mass) != nullptr;
    add_notes(file, layout);
    take_units(file, layout, options);
    add_sources(file, layout);
    drop_equal_ids(file);
    if (are_far_from_origin(particles.positions))
        file.exact_positions = RowReader(path, layout).read_positions(particles.size());
    group_rows(file, reader);
    return file;
}

std::optional<double> read_csv_time(const std::filesystem::path& path, const ReadOptions& options) {
    return model_time_of(stated_time(layout_of_table(path, options)).value_or(0), options);
}

std::optional<double> read_table_time(const std::filesystem::path& path, const ReadOptions& options) {
    const auto time = stated_time(layout_of_table(path, options));
    return time ? std::optional{model_time_of(*time, options)} : std::nullopt;
}

void write_table(const std::filesystem::path& path, const ParticleSet& particles) {
    TextWriter writer(path);
    for (const std::size_t row : written_order(particles)) writer.write(row_text(particles, row, ' ') + '\n');
    writer.commit();
}

}  // namespace milkomeda
