#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "data/files/text_file.hpp"
#include "data/formats/csv_lines.hpp"
#include "data/formats/format_functions.hpp"
#include "data/particles/row_order.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using namespace csv;

class CsvReader {
  public:
    CsvReader(const std::filesystem::path& path) : path_(path), reader_(path) {}

    // Reads all lines before the first row of data.
    void read_header() {
        while (const auto line = reader_.next_line()) {
            if (const auto found = time_in(*line)) take_time(*found);
            if (is_comment(*line)) continue;
            const auto separator = separator_of(*line);
            if (!separator) fail(0, "the first line must name the columns, such as x,y,z,mass");
            separator_ = *separator;
            return take_names(*line);
        }
        throw FileError(path_, "has no line that names the columns, such as x,y,z,mass");
    }

    void read_rows(ParticleFile& file) {
        ParticleSet& particles = file.particles;
        while (const auto line = reader_.next_line()) {
            if (is_comment(*line)) continue;
            split(*line);
            if (fields_.size() != columns_.size())
                fail(line->size(), fmt::format("the row has {} fields, but the header names {} columns", fields_.size(),
                                               columns_.size()));
            reserve_rows(particles, reader_.share_read());
            take_row(particles);
        }
    }

    bool has(Column column) const { return std::find(columns_.begin(), columns_.end(), column) != columns_.end(); }

    bool has_components() const { return has(component) || has(galaxy); }

    double time = 0;
    std::string strange_time;  // text after "# time" that is not a number; empty if there is no such text
    std::vector<std::string> unused;
    std::vector<std::uint8_t> tags;  // component index of each row
    // pairs of component name and galaxy name, in the order of the component indices
    std::vector<std::pair<std::string, std::string>> names;

  private:
    void take_time(std::string_view text) {
        const auto number = number_from<double>(text);
        if (number && std::isfinite(*number))
            time = *number;
        else
            strange_time = quoted(text);
    }

    void take_names(std::string_view line) {
        split(line);
        for (const std::string_view field : fields_) {
            std::string name(field);
            for (char& c : name)
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
            if (name == "m") name = "mass";
            const auto found = std::find(column_names.begin(), column_names.end(), name);
            const auto column = static_cast<Column>(found - column_names.begin());
            if (column == column_count) {
                const std::string shown = quoted(field);
                unused.push_back(shown.substr(1, shown.size() - 2));
            } else if (has(column)) {
                fail(place_of(field), "the header names column " + name + " twice");
            }
            columns_.push_back(column == column_count ? unknown : column);
        }
        for (const Column column : {x, y, z})
            if (!has(column)) fail(0, "the header lacks the column " + std::string(column_names[column]));
    }

    void split(std::string_view line) {
        line_ = line;
        try {
            split_fields(line, separator_, fields_);
        } catch (const FieldError& error) {
            fail(error.place, error.what());
        }
    }

    void take_row(ParticleSet& particles) {
        std::array<float, 7> numbers{};
        std::string_view component_name, galaxy_name;
        for (std::size_t i = 0; i < fields_.size(); ++i) try {
                const Column column = columns_[i];
                if (column <= vz)
                    numbers[column] = parse_float(fields_[i], column_names[column]);
                else if (column == id)
                    particles.ids.push_back(parse_id(fields_[i]));
                else if (column == component)
                    component_name = fields_[i];
                else if (column == galaxy)
                    galaxy_name = fields_[i];
            } catch (const std::invalid_argument& error) {
                fail(place_of(fields_[i]), error.what());
            }
        particles.positions.push_back({numbers[x], numbers[y], numbers[z], numbers[mass]});
        particles.velocities.push_back({numbers[vx], numbers[vy], numbers[vz], 0});
        if (has_components()) tags.push_back(tag_of(has(component) ? component_name : "all", galaxy_name));
    }

    static std::uint32_t parse_id(std::string_view field) {
        if (const auto value = number_from<std::uint32_t>(field)) return *value;
        throw std::invalid_argument(quoted(field) + " in column id is not an integer from 0 to 4294967295");
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

    [[noreturn]] void fail(std::size_t place, const std::string& reason) const {
        throw FileError(fmt::format("{}:{}:{}: {}", path_.string(), reader_.line_number(), place + 1, reason));
    }

    std::filesystem::path path_;
    TextReader reader_;
    char separator_ = ',';
    std::vector<Column> columns_;
    std::string_view line_;
    std::vector<std::string_view> fields_;
};

// Sorts rows by component. Within a component, rows keep their order.
void group(ParticleSet& particles, const CsvReader& reader) {
    std::vector<std::size_t> counts(reader.names.size());
    for (const std::uint8_t tag : reader.tags) ++counts[tag];
    for (std::size_t tag = 0; tag < counts.size(); ++tag)
        add_component(particles, reader.names[tag].first, reader.names[tag].second, counts[tag]);
    if (std::is_sorted(reader.tags.begin(), reader.tags.end())) return;
    std::vector<std::uint32_t> rows(particles.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        Component& component = particles.components[reader.tags[row]];
        rows[component.first++] = static_cast<std::uint32_t>(row);
    }
    for (std::size_t tag = 0; tag < counts.size(); ++tag) particles.components[tag].first -= counts[tag];
    reorder(particles, 0, rows);
}

}  // namespace

bool looks_like_csv(const FileHead& head) {
    if (std::any_of(head.text.begin(), head.text.end(),
                    [](char c) { return c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t'; }))
        return false;
    std::string_view rest = head.text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (!is_comment(line)) return separator_of(line).has_value();
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return false;
}

ParticleFile read_csv(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile file;
    ParticleSet& particles = file.particles;
    CsvReader reader(path);
    reader.read_header();
    reader.read_rows(file);
    if (particles.size() == 0) throw FileError(path, "contains a header, but no bodies");
    require_countable(path, particles.size());
    file.unused = reader.unused;
    particles.time = reader.time;
    if (!reader.strange_time.empty())
        file.notes.push_back("the comment \"# time\" is followed by " + reader.strange_time +
                             ", not by one number; the program uses the time " + short_number(reader.time));
    for (const Column column : {vx, vy, vz})
        if (!reader.has(column))
            file.notes.push_back("there is no column " + std::string(column_names[column]) +
                                 "; the program uses 0 for all bodies");
    apply_units(file, options, std::nullopt, model_units);
    file.has_masses = reader.has(mass);
    if (reader.has_components()) {
        if (particles.ids.empty()) {
            particles.ids.resize(particles.size());
            std::iota(particles.ids.begin(), particles.ids.end(), 0u);
        }
        group(particles, reader);
    }
    return file;
}

std::optional<double> read_csv_time(const std::filesystem::path& path, const ReadOptions& options) {
    CsvReader reader(path);
    reader.read_header();
    return model_time(reader.time, units_of(options, std::nullopt, model_units));
}

}  // namespace milkomeda
