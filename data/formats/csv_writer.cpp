#include <algorithm>
#include <string>
#include <vector>

#include "data/files/text_file.hpp"
#include "data/formats/format_functions.hpp"
#include "data/formats/row_text.hpp"
#include "data/formats/table_columns.hpp"
#include "data/particles/row_order.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

std::string in_quotes_if_needed(const std::string& name, char separator) {
    return name.find(separator) == name.npos ? name : '"' + name + '"';
}

}  // namespace

void write_csv(const std::filesystem::path& path, const ParticleSet& particles) {
    const std::string name = path.filename().string();
    const char separator = name.ends_with(".tsv") || name.ends_with(".tsv.gz") ? '\t' : ',';
    std::vector<std::string> endings;
    std::vector<std::size_t> ends;  // index of the row after the last row of each component
    for (const Component& part : particles.components) {
        endings.push_back(separator + in_quotes_if_needed(part.name, separator) + separator +
                          in_quotes_if_needed(part.galaxy, separator) + '\n');
        ends.push_back(part.first + part.count);
    }

    TextWriter writer(path);
    std::string text;
    if (particles.time != 0) writer.write("# time " + exact_number(particles.time) + "\n");
    using enum ColumnRole;
    for (const ColumnRole column : {mass, x, y, z, vx, vy, vz, component, galaxy})
        (text += name_of(column)) += column == galaxy ? '\n' : separator;
    writer.write(text);
    for (const std::size_t row : written_order(particles)) {
        text = row_text(particles, row, separator);
        const auto part = std::upper_bound(ends.begin(), ends.end(), row) - ends.begin();
        writer.write(text += endings[static_cast<std::size_t>(part)]);
    }
    writer.commit();
}

}  // namespace milkomeda
