// Reader of text tables: reads rows by the layout that table_layout.cpp finds.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "data/files/text_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/row_components.hpp"
#include "data/formats/row_text.hpp"
#include "data/formats/table_description.hpp"
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

    RowComponents components;  // empty if the table has no column of components or galaxies

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

    // Fast variant of take_row() for tables whose columns are all quantities in model units. Returns false if the row
    // contains anything but plain numbers; take_row() must then read the row or report its error.
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
            else
                type = name_of_type(field);
        }
        const auto [mass, x, y, z, vx, vy, vz] = numbers;
        file.particles.positions.push_back({x, y, z, mass});
        file.particles.velocities.push_back({vx, vy, vz, 0});
        if (has_tags_) add_to_component(has_components_ ? component : type.empty() ? "all" : type, galaxy);
    }

    void add_to_component(std::string_view component, std::string_view galaxy) try {
        components.add_row(component, galaxy);
    } catch (const std::invalid_argument& error) {
        fail(0, error.what());
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

    // Returns the likely cause of an invalid number: a decimal point in a table with decimal commas, or a separator
    // that this table does not use. Empty if the cause is unknown.
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

    // Returns the roles of the columns, such as " (mass x y z vx vy vz)", or an empty text if some columns have no
    // role.
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

// Returns the time that a comment of the table states, in the units of the file. If the comment does not contain one
// number, adds a note to `notes` and returns an empty optional.
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

// Returns true if the text contains no control characters other than line ends and blanks.
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
    describe_table(file, layout, options);
    if (are_far_from_origin(particles.positions))
        file.exact_positions = RowReader(path, layout).read_positions(particles.size());
    reader.components.group_rows(file);
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
