#include <fmt/format.h>
#include <algorithm>

#include "data/formats/format_functions.hpp"
#include "data/formats/row_text.hpp"
#include "data/formats/text_numbers.hpp"
#include "data/particles/column_sources.hpp"
#include "data/particles/row_order.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

struct PhigrapeHeader {
    std::uint64_t bodies;
    double time;
};

PhigrapeHeader read_phigrape_header(TextNumbers& numbers) {
    numbers.real("number of the snapshot");
    const std::uint64_t bodies = numbers.integer("number of bodies");
    return {bodies, numbers.real("time")};
}

}  // namespace

bool looks_like_phigrape(const FileHead& head) {
    const auto lines = first_words(head.text, 4);
    constexpr std::size_t columns = 8;
    if (lines.size() < 4 || lines[0].size() != 1 || lines[1].size() != 1 || lines[2].size() != 1) return false;
    return number_from<std::uint64_t>(lines[0][0]) && number_from<std::uint64_t>(lines[1][0]) &&
           real_from(lines[2][0]) && lines[3].size() >= columns && number_from<std::uint64_t>(lines[3][0]) &&
           std::ranges::all_of(lines[3], [](std::string_view word) { return real_from(word).has_value(); });
}

ParticleFile read_phigrape(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile file;
    ParticleSet& particles = file.particles;
    TextNumbers numbers(path);
    const PhigrapeHeader header = read_phigrape_header(numbers);
    require_countable(path, header.bodies);
    const UnitSystem units = units_of(options, std::nullopt, model_units);
    const double length = factors_to_model_units(units).length;
    particles.time = header.time;
    while (particles.size() < header.bodies) {
        reserve_rows(particles, numbers.share_read());
        file.exact_ids.push_back(numbers.integer("index of a body"));
        const auto mass = static_cast<float>(numbers.real("mass"));
        const double x = numbers.real("x"), y = numbers.real("y"), z = numbers.real("z");
        file.exact_positions.push_back(length * glm::dvec3{x, y, z});
        particles.positions.push_back({0, 0, 0, mass});
        const double vx = numbers.real("vx"), vy = numbers.real("vy"), vz = numbers.real("vz");
        particles.velocities.push_back(float4_of({vx, vy, vz}, 0));
        numbers.skip_line();
    }
    if (particles.size() == 0) throw FileError(path, "contains no bodies, according to its header");
    if (!numbers.at_end())
        file.notes.push_back(fmt::format(
            "the file continues after the {} bodies that its header announces; the program reads only these bodies",
            header.bodies));
    add_sources(file, {"columns 3 to 5", "columns 6 to 8", "column 2", "column 1", "third line"}, units,
                rule_of_units(options, std::nullopt, "phiGRAPE files usually have units with G = 1"));
    apply_units(file, options, std::nullopt, model_units);
    return file;
}

std::optional<double> read_phigrape_time(const std::filesystem::path& path, const ReadOptions& options) {
    TextNumbers numbers(path);
    return model_time(read_phigrape_header(numbers).time, units_of(options, std::nullopt, model_units));
}

void write_phigrape(const std::filesystem::path& path, const ParticleSet& particles) {
    TextWriter writer(path);
    writer.write(fmt::format("0\n{}\n{}\n", particles.size(), exact_number(particles.time)));
    std::size_t index = 0;  // The indices of phiGRAPE count the bodies from 0.
    for (const std::size_t row : written_order(particles)) {
        writer.write(fmt::format("{} {}\n", index++, row_text(particles, row, ' ')));
    }
    writer.commit();
}

}  // namespace milkomeda
