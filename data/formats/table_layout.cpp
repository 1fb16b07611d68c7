#include "data/formats/table_layout.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "data/base/hash.hpp"
#include "data/files/text_file.hpp"
#include "data/formats/table_lines.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Fields = std::vector<std::string_view>;

constexpr std::size_t most_sample_lines = 200, most_sample_bytes = 256 * 1024, preview_rows = 10;

struct SampleLine {
    std::size_t number;  // number of the line in the file, counted from 1
    std::string text;
};

// Splits a line; returns no fields if a quote is not closed.
Fields fields_of(std::string_view line, char separator) {
    Fields fields;
    try {
        tables::split_fields(line, separator, fields);
    } catch (const tables::FieldError&) {
        fields.clear();
    }
    return fields;
}

bool is_any_number(std::string_view field) { return is_number(field) || is_number(field, ','); }

std::size_t numbers_in(const Fields& fields) {
    return static_cast<std::size_t>(std::ranges::count_if(fields, is_any_number));
}

// Returns true for the header of a table of pandas without names: an empty field, then the numbers 0, 1, 2, ...
bool is_numbered_header(const Fields& fields) {
    if (fields.size() < 4 || !fields[0].empty()) return false;
    for (std::size_t i = 1; i < fields.size(); ++i)
        if (number_from<std::size_t>(fields[i]) != i - 1) return false;
    return true;
}

// Joins a unit with the name before it: the fields "x", "[kpc]" become the name "x [kpc]".
void join_units(Fields& fields) {
    for (std::size_t i = 1; i < fields.size(); ++i) {
        if (!fields[i].starts_with('[') && !fields[i].starts_with('(')) continue;
        const char close = fields[i].front() == '[' ? ']' : ')';
        std::size_t last = i;
        while (last + 1 < fields.size() && !fields[last].ends_with(close)) ++last;
        const char* const begin = fields[i - 1].data();
        fields[i - 1] = {begin, static_cast<std::size_t>(fields[last].data() + fields[last].size() - begin)};
        fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(i),
                     fields.begin() + static_cast<std::ptrdiff_t>(last + 1));
        --i;
    }
}

std::string unquoted(std::string_view name) {
    name = tables::trimmed(name);
    if (name.size() > 1 && name.front() == '\'' && name.back() == '\'') name = name.substr(1, name.size() - 2);
    return std::string(name);
}

// Returns the value of a key in a line of the header of an ECSV table: {name: x, unit: km / s, datatype: float64}.
std::string ecsv_value(std::string_view line, std::string_view key) {
    const std::size_t begin = line.find(std::string(key) + ": ");
    if (begin == line.npos) return "";
    std::string_view value = tables::trimmed(line.substr(begin + key.size() + 2));
    const bool is_quoted = value.starts_with('\'') || value.starts_with('"');
    const std::size_t end = is_quoted ? value.find(value.front(), 1) : value.find_first_of(",}");
    return std::string(tables::trimmed(value.substr(is_quoted, end == value.npos ? end : end - is_quoted)));
}

class LayoutFinder {
  public:
    LayoutFinder(const std::filesystem::path& path, const ReadOptions& options) : path_(path), options_(options) {}

    TablePreview find() {
        collect_lines();
        take_count_lines();
        choose_separator();
        take_header();
        take_decimal_sign();
        for (std::size_t i = 0; i < std::min(rows_.size(), preview_rows); ++i)
            for (auto& row = preview_.rows.emplace_back(); const std::string_view field : fields(rows_[i]))
                row.emplace_back(field);
        if (!lines_.empty()) try {
                assign_roles();
                assign_units(layout_.columns, options_);
            } catch (const ColumnError& error) {
                set_problem(error.what(), error.column);
            } catch (const std::invalid_argument& error) {
                set_problem(error.what(), 0);
            }
        return std::move(preview_);
    }

  private:
    void collect_lines() {
        TextReader reader(path_);
        std::size_t bytes = 0;
        while (lines_.size() < most_sample_lines && bytes < most_sample_bytes) {
            const auto line = reader.next_line();
            if (!line) break;
            if (tables::is_comment(*line)) {
                if (lines_.empty()) take_comment(*line);
                continue;
            }
            const auto binary = std::ranges::find_if(
                *line, [](char c) { return c >= 0 && c < ' ' && !tables::is_blank(c) && c != '\r'; });
            if (binary != line->end())
                throw FileError(fmt::format("{}:{}:{}: the file contains binary data; it is not a text table",
                                            path_.string(), reader.line_number(), binary - line->begin() + 1));
            if (lines_.empty() && line->size() == 5 && line->starts_with("sep=")) continue;  // a line for Excel
            lines_.push_back({reader.line_number(), std::string(*line)});
            bytes += line->size();
        }
        layout_.first_row = lines_.empty() ? reader.line_number() + 1 : lines_.front().number;
    }

    void take_comment(std::string_view line) {
        constexpr std::size_t most_comments = 64, most_units = 10'000;
        if (const auto time = tables::time_in(line)) layout_.time = *time;
        if (line.starts_with("# - {name: ") && ecsv_units_.size() < most_units)
            ecsv_units_[ecsv_value(line, "name")] = ecsv_value(line, "unit");
        if (comments_.size() == most_comments) comments_.erase(comments_.begin());
        comments_.emplace_back(line);
    }

    // Skips up to three lines at the beginning of the table that contain only one number, or a number of rows and a
    // time.
    void take_count_lines() {
        constexpr std::size_t most = 3, least_columns = 3;
        const auto longest_row = [](const SampleLine& line) {
            std::size_t longest = 0;
            for (const char separator : separators) longest = std::max(longest, fields_of(line.text, separator).size());
            return longest;
        };
        if (lines_.empty() || longest_row(lines_.back()) < least_columns) return;
        for (std::size_t i = 0; i < most && lines_.size() > 1; ++i) {
            const Fields found = fields_of(lines_.front().text, tables::blanks);
            const auto count = found.empty() ? std::nullopt : number_from<std::uint64_t>(found[0]);
            if (found.empty() || found.size() > 2 || numbers_in(found) != found.size() ||
                longest_row(lines_.front()) > 2 || (found.size() == 2 && !count))
                break;
            if (i == 0) layout_.stated_rows = count;
            if (i > 0 || !count || found.size() > 1) note_unused(lines_.front());
            lines_.erase(lines_.begin());
        }
    }

    void note_unused(const SampleLine& line) {
        layout_.notes.push_back(
            fmt::format("line {} before the rows, {}, is not used", line.number, quoted(tables::trimmed(line.text))));
    }

    // Returns the number of lines before the first row: a line of names, then lines of units or types. These lines
    // contain no numbers. In IPAC tables, the names in the header are separated by vertical bars, but the fields of
    // rows by blanks.
    std::size_t header_lines(char separator) const {
        constexpr std::size_t most = 5;
        std::size_t count = 0;
        for (; count < std::min(lines_.size(), most); ++count) {
            const std::string& text = lines_[count].text;
            const Fields found = fields_of(text, separator);
            const bool is_bar_line = separator != '|' && text.starts_with('|');
            const bool has_words = std::ranges::any_of(found, [](std::string_view field) { return !field.empty(); });
            if (count == 0 && is_numbered_header(found)) return 1;
            const bool is_single = count == 0 && found.size() < 2;  // A line with a single name is no header.
            if (!is_bar_line && (numbers_in(found) > 0 || !has_words || is_single)) break;
        }
        return count;
    }

    // Rates a separator: counts the numeric fields in all lines that have as many fields as the first row, and adds a
    // large bonus if the number of names in the header fits.
    std::size_t score(char separator) const {
        const std::size_t first = header_lines(separator);
        const std::size_t names = lines_.empty() ? 0 : fields_of(lines_.front().text, separator).size();
        if (first == lines_.size()) return names > 1 ? names : 0;
        const std::size_t count = fields_of(lines_[first].text, separator).size();
        if (count < 2) return 0;
        constexpr std::size_t if_header_fits = 1'000'000;
        std::size_t sum = first > 0 && (names == count || names + 1 == count) ? if_header_fits : 0;
        for (std::size_t i = first; i < lines_.size(); ++i)
            if (const Fields found = fields_of(lines_[i].text, separator); found.size() == count)
                sum += numbers_in(found);
        return sum;
    }

    void choose_separator() {
        std::size_t best = 0;
        layout_.separator = tables::blanks;
        for (const char separator : separators)
            if (const std::size_t points = score(separator); points > best)
                best = points, layout_.separator = separator;
    }

    Fields fields(const SampleLine& line) const { return fields_of(line.text, layout_.separator); }

    // Splits a line of names at a separator that yields `count` names, or count - 1 names, because the program R writes
    // no name for the first column. If no separator does, splits at the separator of the rows.
    Fields names_in(std::string_view line, std::size_t count) const {
        if (line.starts_with('|')) return fields_of(line, '|');
        const auto split_by = [line](char separator) {
            Fields found = fields_of(line, separator);
            if (separator == tables::blanks) join_units(found);
            return found;
        };
        for (const std::size_t wanted : {count, count - 1}) {
            if (Fields found = split_by(layout_.separator); found.size() == wanted) return found;
            for (const char separator : separators)
                if (Fields found = split_by(separator); found.size() == wanted && wanted > 1) return found;
        }
        return split_by(layout_.separator);
    }

    void take_header() {
        const std::size_t header = header_lines(layout_.separator);
        rows_.assign(lines_.begin() + static_cast<std::ptrdiff_t>(header), lines_.end());
        if (!rows_.empty())
            layout_.first_row = rows_.front().number;
        else if (header > 0)
            layout_.first_row = lines_.back().number + 1;
        const std::size_t count = rows_.empty() ? 0 : fields(rows_.front()).size();
        Fields found;
        if (header > 0) {
            name_line_ = lines_.front();
            found =
                rows_.empty() ? names_in(name_line_.text, fields(name_line_).size()) : names_in(name_line_.text, count);
            is_numbered_ = is_numbered_header(found);
            layout_.has_names = !is_numbered_;
        } else if (count > 0) {
            found = names_in_comments(count);
            layout_.has_names = !found.empty();
        }
        if (found.empty() || is_numbered_) found.assign(is_numbered_ ? found.size() : count, {});
        if (found.size() + 1 == count && first_column_counts_rows()) {
            found.insert(found.begin(), std::string_view{});  // R writes no name above the numbers of the rows.
            layout_.notes.emplace_back(
                "the header has no name for the first column; the program reads it as row numbers");
        }
        for (const std::string_view name : found) {
            layout_.columns.push_back({unquoted(name), ""});
            if (const auto unit = ecsv_units_.find(layout_.columns.back().name); unit != ecsv_units_.end())
                layout_.columns.back().unit = unit->second;
        }
        for (std::size_t i = 1; i < header; ++i) take_unit_line(lines_[i]);
        if (name_line_.number == 0 && !rows_.empty()) name_line_ = rows_.front();
    }

    bool first_column_counts_rows() const {
        std::int64_t before = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const Fields found = fields(rows_[i]);
            const auto number = found.empty() ? std::nullopt : number_from<std::int64_t>(found[0]);
            if (!number || (i > 0 && *number != before + 1)) return false;
            before = *number;
        }
        return rows_.size() > 1;
    }

    // Returns the names in the last comment that contains one name for each of `count` columns, among them x, y and z.
    Fields names_in_comments(std::size_t count) const {
        for (auto comment = comments_.rbegin(); comment != comments_.rend(); ++comment) {
            const std::size_t begin = comment->find_first_not_of("#%! \t");
            if (begin == comment->npos) continue;
            Fields found = names_in(std::string_view(*comment).substr(begin), count);
            const auto has = [&](ColumnRole role) { return std::ranges::find(found, role, role_of) != found.end(); };
            if (found.size() == count && has(ColumnRole::x) && has(ColumnRole::y) && has(ColumnRole::z)) return found;
        }
        return {};
    }

    // Takes the units of a line below the names, or notes that the line is not used.
    void take_unit_line(const SampleLine& line) {
        const Fields units = names_in(line.text, layout_.columns.size());
        const auto fits = [&](std::size_t i) {
            const auto role = role_of(layout_.columns[i].name);
            return !role || !is_quantity(*role) || units[i].empty() || unit_factor(units[i], *role);
        };
        bool are_units = units.size() == layout_.columns.size() &&
                         std::ranges::any_of(units, [](std::string_view unit) { return !unit.empty(); });
        for (std::size_t i = 0; are_units && i < units.size(); ++i) are_units = fits(i);
        if (!are_units) {
            if (!line.text.starts_with('|')) note_unused(line);  // IPAC headers state types between '|'
            return;
        }
        for (std::size_t i = 0; i < units.size(); ++i) layout_.columns[i].unit = units[i];
    }

    // Decimal commas are assumed if a number contains a comma and no number contains a point.
    void take_decimal_sign() {
        bool has_comma = false, has_point = false;
        for (const SampleLine& row : rows_)
            for (const std::string_view field : fields(row)) {
                has_point = has_point || (field.find('.') != field.npos && is_number(field));
                has_comma = has_comma || (field.find(',') != field.npos && is_number(field, ','));
            }
        if (has_comma && !has_point) layout_.decimal = ',';
    }

    void assign_roles() {
        TableColumns& columns = layout_.columns;
        if (columns.empty()) throw std::invalid_argument("the closing quote is missing in this line");
        if (layout_.has_names) {
            try {
                assign_by_name(columns);
            } catch (const ColumnError&) {
                if (options_.columns.empty()) throw;
            }
            layout_.rule = "by the names of the columns";
        } else if (options_.columns.empty()) {
            const std::string roles = assign_by_position(columns, is_numbered_, first_column_is_integer());
            if (roles.empty()) throw std::invalid_argument(fmt::format("the {} columns have no names", columns.size()));
            reject_negative_masses();
            layout_.rule = "by position: " + roles;
            if (!column_with(columns, ColumnRole::mass) || column_with(columns, ColumnRole::id) || is_numbered_)
                layout_.notes.push_back("the columns have no names; the program reads them as " + roles);
            else if (constexpr std::size_t enough = 16; rows_.size() >= enough && first_column_counts_rows())
                layout_.notes.emplace_back(
                    "the masses are consecutive integers; if they are ids, use --columns "
                    "id=0,x=1,y=2,z=3,vx=4,vy=5,vz=6");
        }
        if (!options_.columns.empty()) {
            assign_by_choice(columns, options_.columns);
            layout_.rule = "as assigned by --columns or in the window";
        }
        for (const ColumnRole role : {ColumnRole::x, ColumnRole::y, ColumnRole::z})
            if (!column_with(columns, role))
                throw std::invalid_argument(fmt::format(
                    "the {} the column {}", options_.columns.empty() ? "header lacks" : "table lacks", name_of(role)));
    }

    // If the column of masses contains negative numbers in at least two rows, it probably has a different meaning:
    // removes the roles of all columns and throws std::invalid_argument. A single negative mass is reported by the
    // reader.
    void reject_negative_masses() {
        const auto mass = std::ranges::find(layout_.columns, ColumnRole::mass, &TableColumn::role);
        const auto index = static_cast<std::size_t>(mass - layout_.columns.begin());
        const auto negative = std::ranges::count_if(rows_, [&](const SampleLine& row) {
            const Fields found = fields(row);
            return index < found.size() && is_any_number(found[index]) && found[index].starts_with('-');
        });
        if (negative < 2) return;
        for (TableColumn& column : layout_.columns) column.role.reset();
        throw std::invalid_argument(
            fmt::format("the {} columns have no names, and column {} contains negative numbers instead of masses",
                        layout_.columns.size(), index));
    }

    bool first_column_is_integer() const {
        return std::ranges::all_of(rows_, [&](const SampleLine& row) {
            const Fields found = fields(row);
            const double number =
                found.size() > is_numbered_ ? number_from<double>(found[is_numbered_]).value_or(0.5) : 0.5;
            return number == std::floor(number);
        });
    }

    void set_problem(const std::string& reason, std::size_t column) {
        const Fields found = names_in(name_line_.text, layout_.columns.size());
        const std::size_t place =
            column < found.size() ? static_cast<std::size_t>(found[column].data() - name_line_.text.data()) : 0;
        const bool is_complete = reason.find("--units") != reason.npos || layout_.columns.empty();
        preview_.reason = reason;
        preview_.problem =
            fmt::format("{}:{}:{}: {}", path_.string(), name_line_.number, place + 1, reason) +
            (is_complete
                 ? ""
                 : fmt::format("; the columns are {}; assign them, for example by --columns "
                               "m=3,x=0,y=1,z=2,vx=4,vy=5,vz=6 (numbers from 0 or names)",
                               list_of_columns(layout_.columns, preview_.rows.empty() ? std::vector<std::string>{}
                                                                                      : preview_.rows.front())));
    }

    // Separators in the order in which they are preferred if they divide the lines equally well.
    static constexpr std::array separators{';', '\t', ',', '|', tables::blanks};

    const std::filesystem::path& path_;
    const ReadOptions& options_;
    TablePreview preview_;
    TableLayout& layout_ = preview_.layout;
    std::vector<std::string> comments_;              // the last comments before the first other line
    std::map<std::string, std::string> ecsv_units_;  // units of columns by name
    std::vector<SampleLine> lines_;                  // the first lines that are not comments
    std::vector<SampleLine> rows_;                   // the lines without header
    SampleLine name_line_{0, ""};                    // line of the names, or the first row
    bool is_numbered_ = false;                       // true if the header contains numbers instead of names
};

}  // namespace

TablePreview preview_of_table(const std::filesystem::path& path, const ReadOptions& options) {
    return LayoutFinder(path, options).find();
}

std::string layout_key(const TableLayout& layout) {
    constexpr std::size_t longest = 1000;
    std::string names = join(layout.columns, &TableColumn::name, ", ");
    std::ranges::replace_if(
        names, [](char c) { return c < ' ' || c > '~'; }, '?');
    if (names.size() > longest) names = hexadecimal(hash_of(names));
    return fmt::format("{} columns separated by {}", layout.columns.size(), tables::plural_of(layout.separator)) +
           (layout.has_names ? ": " + names : "");
}

TableLayout layout_of_table(const std::filesystem::path& path, const ReadOptions& options) {
    TablePreview preview = preview_of_table(path, options);
    if (!preview.problem.empty()) throw FileError(preview.problem);
    return std::move(preview.layout);
}

}  // namespace milkomeda
