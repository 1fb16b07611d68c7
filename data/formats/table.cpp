#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <stdexcept>

#include "data/files/text_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/row_text.hpp"
#include "data/particles/row_order.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::array<std::string_view, 7> columns{"mass", "x", "y", "z", "vx", "vy", "vz"};
using Row = std::array<float, columns.size()>;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// Parser of one line. Its error messages give the current position in the line.
class LineParser {
  public:
    LineParser(const std::filesystem::path& file, std::size_t line_number, std::string_view line)
        : file_(file), line_number_(line_number), line_(line) {}

    Row row() {
        Row values;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            skip_blanks();
            if (position_ == line_.size())
                fail(fmt::format("the row ends after {} of 7 columns (mass x y z vx vy vz)", i));
            values[i] = number(columns[i]);
        }
        skip_blanks();
        if (position_ < line_.size()) fail("the row has more than 7 columns (mass x y z vx vy vz)");
        return values;
    }

    bool is_skipped() {
        skip_blanks();
        return position_ == line_.size() || line_[position_] == '#';
    }

  private:
    void skip_blanks() {
        while (position_ < line_.size() && is_blank(line_[position_])) ++position_;
    }

    float number(std::string_view column) {
        const auto end = std::find_if(line_.begin() + static_cast<std::ptrdiff_t>(position_), line_.end(), is_blank);
        const std::size_t token_end = static_cast<std::size_t>(end - line_.begin());
        try {
            const float value = parse_float(line_.substr(position_, token_end - position_), column);
            position_ = token_end;
            return value;
        } catch (const std::invalid_argument& error) {
            fail(error.what());
        }
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw FileError(fmt::format("{}:{}:{}: {}", file_.string(), line_number_, position_ + 1, reason));
    }

    const std::filesystem::path& file_;
    std::size_t line_number_;
    std::string_view line_;
    std::size_t position_ = 0;
};

}  // namespace

bool looks_like_table(const FileHead& head) {
    if (head.packed) return true;  // the reader will check the compressed content
    return std::none_of(head.text.begin(), head.text.end(),
                        [](char c) { return c >= 0 && c < ' ' && c != '\n' && !is_blank(c); });
}

ParticleFile read_table(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile file;
    ParticleSet& particles = file.particles;
    TextReader reader(path);
    while (const auto line = reader.next_line()) {
        LineParser parser(path, reader.line_number(), *line);
        if (parser.is_skipped()) continue;
        const auto [mass, x, y, z, vx, vy, vz] = parser.row();
        reserve_rows(particles, reader.share_read());
        particles.positions.push_back({x, y, z, mass});
        particles.velocities.push_back({vx, vy, vz, 0});
    }
    if (particles.size() == 0) throw FileError(path, "contains no bodies; each row must be: mass x y z vx vy vz");
    apply_units(file, options, std::nullopt, model_units);
    return file;
}

std::optional<double> read_table_time(const std::filesystem::path&, const ReadOptions&) { return std::nullopt; }

void write_table(const std::filesystem::path& path, const ParticleSet& particles) {
    TextWriter writer(path);
    for (const std::size_t row : written_order(particles)) writer.write(row_text(particles, row, ' ') + '\n');
    writer.commit();
}

}  // namespace milkomeda
