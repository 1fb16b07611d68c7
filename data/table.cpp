#include "data/table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "data/formats.hpp"
#include "data/selection.hpp"
#include "data/text_file.hpp"

namespace milkomeda {
namespace {

constexpr std::array<std::string_view, 7> columns{"mass", "x", "y", "z", "vx", "vy", "vz"};
using Row = std::array<float, columns.size()>;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// What a person typed, short and printable, for a message.
std::string quoted(std::string_view token) {
    constexpr std::size_t longest = 24;
    std::string text(token.substr(0, longest));
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return "'" + text + (token.size() > longest ? "..." : "") + "'";
}

// One line of a file and a position in it. Errors name the place where the position stands.
class LineParser {
  public:
    LineParser(const std::filesystem::path& file, std::size_t line_number, std::string_view line)
        : file_(file), line_number_(line_number), line_(line) {}

    Row row() {
        Row values;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            skip_blanks();
            if (position_ == line_.size())
                fail("the row ends after " + std::to_string(i) + " of 7 columns (mass x y z vx vy vz)");
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
        const char* const begin = line_.data() + position_;
        const char* const line_end = line_.data() + line_.size();
        const bool plus = *begin == '+' && begin + 1 < line_end && begin[1] != '-';  // from_chars knows no +
        float value = 0;
        const auto [end, error] = std::from_chars(begin + plus, line_end, value);
        const std::string_view token(begin,
                                     static_cast<std::size_t>(std::find_if(end, line_end, is_blank) - begin));
        const std::string name = " in column " + std::string(column);
        if (error == std::errc::invalid_argument || end != begin + token.size())
            fail(quoted(token) + name + " is not a number");
        if (error == std::errc::result_out_of_range && !rounds_to_zero(token))
            fail(quoted(token) + name + " is too large for a 32-bit float");
        if (!std::isfinite(value)) fail(quoted(token) + name + " is not finite");
        if (column == "mass" && value < 0) fail("the mass " + quoted(token) + " is negative");
        position_ += token.size();
        return value;
    }

    // Called for numbers outside the range of float, of which the tiny ones are as good as zero.
    static bool rounds_to_zero(std::string_view token) {
        double value = 0;
        const char* const begin = token.data() + (token.front() == '+');
        const auto error = std::from_chars(begin, token.data() + token.size(), value).ec;
        if (error == std::errc{}) return std::abs(value) < 1;
        return token.find("e-") != token.npos || token.find("E-") != token.npos;
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw FileError(file_.string() + ":" + std::to_string(line_number_) + ":" +
                        std::to_string(position_ + 1) + ": " + reason);
    }

    const std::filesystem::path& file_;
    std::size_t line_number_;
    std::string_view line_;
    std::size_t position_ = 0;
};

void append(std::string& text, float value, char separator) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    text.push_back(separator);
}

}  // namespace

bool looks_like_table(std::string_view head) {
    if (head.starts_with("\x1f\x8b")) return true;  // gzip: what is inside shows when it is read
    return std::none_of(head.begin(), head.end(),
                        [](char c) { return c >= 0 && c < ' ' && c != '\n' && !is_blank(c); });
}

Particles read_table(const std::filesystem::path& file) {
    Particles particles;
    TextReader reader(file);
    bool any_mass = false;
    while (const auto line = reader.next_line()) {
        LineParser parser(file, reader.line_number(), *line);
        if (parser.is_skipped()) continue;
        const auto [mass, x, y, z, vx, vy, vz] = parser.row();
        particles.positions.push_back({x, y, z, mass});
        particles.velocities.push_back({vx, vy, vz, 0});
        any_mass = any_mass || mass > 0;
        if (particles.size() > std::numeric_limits<std::uint32_t>::max())
            throw FileError(file.string() + ": has more rows than 32 bits can number");
    }
    if (particles.size() == 0) throw FileError(file.string() + ": holds no rows (mass x y z vx vy vz)");
    if (!any_mass) throw FileError(file.string() + ": all masses are zero");

    particles.ids.resize(particles.size());
    std::iota(particles.ids.begin(), particles.ids.end(), 0u);
    particles.components = components_from_masses(particles.positions);
    return particles;
}

void write_table(const std::filesystem::path& file, const Particles& particles) {
    std::vector<std::size_t> rows(particles.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return particles.ids[a] < particles.ids[b]; });

    TextWriter writer(file, file.extension() == ".gz");
    std::string text;
    for (const std::size_t row : rows) {
        const Float4 &p = particles.positions[row], &v = particles.velocities[row];
        text.clear();
        for (const float value : {p.w, p.x, p.y, p.z, v.x, v.y}) append(text, value, ' ');
        append(text, v.z, '\n');
        writer.write(text);
    }
    writer.commit();
}

}  // namespace milkomeda
