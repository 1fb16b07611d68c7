#include <fmt/format.h>
#include <algorithm>
#include <bit>

#include "data/files/binary_file.hpp"
#include "data/files/text_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/table_columns.hpp"
#include "data/particles/row_order.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t fits_block = 2880, fits_card = 80;
constexpr const char *mass_unit = "solMass", *length_unit = "kpc", *velocity_unit = "km s-1";

// Header of a FITS file or extension: cards of 80 characters in blocks of 2880 bytes.
class FitsHeader {
  public:
    void add(std::string_view key, std::string_view value, std::string_view comment = "") {
        text_ += value.starts_with("'") ? fmt::format("{:<8}= {:<20}", key, value)
                                        : fmt::format("{:<8}= {:>20}", key, value);
        if (!comment.empty()) (text_ += " / ") += comment;
        text_.resize((text_.size() + fits_card - 1) / fits_card * fits_card, ' ');
    }
    void add(std::string_view key, std::size_t value) { add(key, std::to_string(value)); }
    std::string text() const {
        std::string all = text_ + "END";
        all.resize((all.size() + fits_block - 1) / fits_block * fits_block, ' ');
        return all;
    }

  private:
    std::string text_;
};

// Column of the written table, with its type.
struct WrittenColumn {
    const char *name, *unit;
    std::string type;
};

// Appends a number in big-endian byte order.
template <typename Number>
void append(std::string& row, Number number) {
    if constexpr (std::endian::native == std::endian::little) number = in_other_byte_order(number);
    row.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Appends a name and zeros, which end a text in FITS, up to `width` bytes.
void append(std::string& row, const std::string& name, std::size_t width) {
    row += name;
    row.append(width - name.size(), '\0');
}

// Returns the length of the longest name, at least 1.
std::size_t width_of(const std::vector<Component>& components, std::string Component::*name) {
    std::size_t width = 1;
    for (const Component& component : components) width = std::max(width, (component.*name).size());
    return width;
}

std::string header_of(const ParticleSet& particles, std::size_t name_width, std::size_t galaxy_width) {
    FitsHeader file, table;
    file.add("SIMPLE", "T"), file.add("BITPIX", 8), file.add("NAXIS", std::size_t{0}), file.add("EXTEND", "T");
    const WrittenColumn columns[]{{"mass", mass_unit, "D"},
                                  {"x", length_unit, "D"},
                                  {"y", length_unit, "D"},
                                  {"z", length_unit, "D"},
                                  {"vx", velocity_unit, "D"},
                                  {"vy", velocity_unit, "D"},
                                  {"vz", velocity_unit, "D"},
                                  {"id", "", "K"},
                                  {"component", "", fmt::format("{}A", name_width)},
                                  {"galaxy", "", fmt::format("{}A", galaxy_width)}};
    table.add("XTENSION", "'BINTABLE'"), table.add("BITPIX", 8), table.add("NAXIS", 2);
    table.add("NAXIS1", 8 * sizeof(double) + name_width + galaxy_width), table.add("NAXIS2", particles.size());
    table.add("PCOUNT", std::size_t{0}), table.add("GCOUNT", 1), table.add("TFIELDS", std::size(columns));
    for (std::size_t number = 1; const auto& [name, unit, type] : columns) {
        table.add(fmt::format("TTYPE{}", number), fmt::format("'{:<8}'", name));
        table.add(fmt::format("TFORM{}", number), fmt::format("'{:<8}'", type));
        if (*unit) table.add(fmt::format("TUNIT{}", number), fmt::format("'{:<8}'", unit));
        ++number;
    }
    std::string time = exact_number(particles.time);
    std::ranges::replace(time, 'e', 'E');
    table.add("TIME", time, "in units of 17.78 Myr");
    return file.text() + table.text();
}

}  // namespace

void write_fits(const std::filesystem::path& path, const ParticleSet& particles) {
    const std::size_t name_width = width_of(particles.components, &Component::name),
                      galaxy_width = width_of(particles.components, &Component::galaxy);
    const double mass = *unit_factor(mass_unit, ColumnRole::mass), length = *unit_factor(length_unit, ColumnRole::x),
                 velocity = *unit_factor(velocity_unit, ColumnRole::vx);
    std::vector<std::size_t> ends;  // index of the row after the last row of each component
    for (const Component& part : particles.components) ends.push_back(part.first + part.count);
    TextWriter writer(path);
    writer.write(header_of(particles, name_width, galaxy_width));
    std::size_t bytes = 0;
    for (const std::size_t row : written_order(particles)) {
        const glm::dvec3 x = source_position(particles, row), v = vector_of(particles.velocities[row]);
        std::string text;
        append(text, particles.positions[row].w / mass);
        for (const double coordinate : {x.x, x.y, x.z}) append(text, coordinate / length);
        for (const double component : {v.x, v.y, v.z}) append(text, component / velocity);
        append(text, std::int64_t{particles.ids[row]} + 1);  // some programs treat id 0 as missing
        const auto part = static_cast<std::size_t>(std::ranges::upper_bound(ends, row) - ends.begin());
        const Component& component = particles.components[part];
        append(text, component.name, name_width);
        append(text, component.galaxy, galaxy_width);
        writer.write(text);
        bytes += text.size();
    }
    writer.write(std::string((fits_block - bytes % fits_block) % fits_block, '\0'));
    writer.commit();
}

}  // namespace milkomeda
