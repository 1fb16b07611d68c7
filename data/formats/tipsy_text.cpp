#include "data/formats/tipsy_text.hpp"

#include <fmt/format.h>
#include <array>

#include "data/formats/text_numbers.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

struct TipsyTextHeader {
    std::uint64_t bodies, gas, stars, dimensions;
    double time;

    std::uint64_t dark() const { return bodies - gas - stars; }
    // Number of values that follow the velocities: eps of dark matter and stars; density, temperature, smoothing
    // length and metals of gas; metals and formation time of stars; the potential of all bodies.
    std::uint64_t other_values() const { return dark() + 3 * stars + 4 * gas + bodies; }
};

TipsyTextHeader read_text_header(const std::filesystem::path& path, TextNumbers& numbers) {
    TipsyTextHeader header{};
    header.bodies = numbers.integer("number of bodies");
    header.gas = numbers.integer("number of gas bodies");
    header.stars = numbers.integer("number of star bodies");
    header.dimensions = numbers.integer("number of dimensions");
    header.time = numbers.real("time");
    require_countable(path, header.bodies);
    if (header.gas > header.bodies || header.stars > header.bodies - header.gas)
        throw FileError(path, fmt::format("the header states {} bodies in total, but {} gas and {} star bodies",
                                          header.bodies, header.gas, header.stars));
    if (header.dimensions != 3)
        throw FileError(path,
                        fmt::format("the header states {} dimensions; the program reads only 3", header.dimensions));
    return header;
}

// Reads the values of gas, and skips the other values that follow the velocities. Returns the number of values before
// the end of the file.
std::uint64_t read_other_values(const TipsyTextHeader& header, TextNumbers& numbers, const UnitSystem& units,
                                ParticleSet& particles) {
    const std::uint64_t softenings = header.bodies - header.gas;
    std::vector<std::array<double, 3>> gas(header.gas);  // density, temperature and smoothing length
    std::uint64_t read = 0;
    for (; read < header.other_values() && !numbers.at_end(); ++read) {
        const double value = numbers.real("value of a body");
        if (read < softenings || read >= softenings + 3 * header.gas) continue;
        gas[(read - softenings) % header.gas][(read - softenings) / header.gas] = value;
    }
    if (header.gas == 0 || read < softenings + 3 * header.gas) return read;
    particles.gas.resize(particles.size());
    for (std::size_t row = 0; row < gas.size(); ++row) set_tipsy_gas(particles, row, gas[row]);
    convert_temperatures(particles, units);
    return read;
}

}  // namespace

void set_tipsy_gas(ParticleSet& particles, std::size_t row, const std::array<double, 3>& values) {
    const auto [density, temperature, length] = values;
    particles.gas[row] = {gas_number(temperature), gas_number(density)};
    particles.velocities[row].w = gas_number(tipsy_kernel_radius * length);
}

void convert_temperatures(ParticleSet& particles, const UnitSystem& units) {
    const double speed = factors_to_model_units(units).velocity;
    for (GasValues& gas : particles.gas) gas = scaled(gas, energy_per_kelvin() / (speed * speed), 1);
}

ColumnPlaces with_tipsy_gas(ColumnPlaces places, std::uint64_t gas) {
    if (gas == 0) return places;
    places.densities = "rho of gas";
    places.lengths = "hsmooth of gas, times 2";
    return places;
}

void add_temperature_source(ParticleFile& file) {
    if (file.particles.gas.empty()) return;
    file.sources.push_back({"internal energies", "temp of gas", "K", energy_per_kelvin(),
                            "ionized gas with the mean molecular weight 0.6 and the adiabatic index 5/3"});
}

std::vector<std::string> unused_tipsy_values(std::uint64_t gas, std::uint64_t dark, std::uint64_t stars) {
    std::vector<std::string> names;
    if (gas + stars > 0) names.emplace_back("metals");
    if (stars > 0) names.emplace_back("tform");
    if (dark + stars > 0) names.emplace_back("eps");
    names.emplace_back("phi");
    return names;
}

bool looks_like_tipsy_text(const FileHead& head) {
    const auto lines = first_words(head.text, 3);
    if (lines.size() < 3 || lines[0].size() != 3 || lines[1].size() != 1 || lines[2].size() != 1) return false;
    for (const std::string_view word : lines[0])
        if (!number_from<std::uint64_t>(word)) return false;
    return lines[0][0] != "0" && (lines[1][0] == "3" || lines[1][0] == "2") && real_from(lines[2][0]);
}

ParticleFile read_tipsy_text(const std::filesystem::path& path, const ReadOptions& options) {
    ParticleFile file;
    ParticleSet& particles = file.particles;
    TextNumbers numbers(path);
    const TipsyTextHeader header = read_text_header(path, numbers);
    const UnitSystem units = units_of(options, std::nullopt, model_units);
    const double length = factors_to_model_units(units).length;
    particles.time = header.time;
    // The columns grow while the masses are read, so that a wrong number of bodies cannot exhaust the memory.
    for (std::uint64_t row = 0; row < header.bodies; ++row)
        particles.positions.push_back({0, 0, 0, static_cast<float>(numbers.real("mass"))});
    file.exact_positions.resize(particles.size());
    particles.velocities.resize(particles.size());
    constexpr std::array<std::array<const char*, 2>, 3> names{{{"x", "vx"}, {"y", "vy"}, {"z", "vz"}}};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (glm::dvec3& r : file.exact_positions) r[int(axis)] = length * numbers.real(names[axis][0]);
    constexpr std::array axes{&Float4::x, &Float4::y, &Float4::z};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (Float4& v : particles.velocities) v.*axes[axis] = static_cast<float>(numbers.real(names[axis][1]));
    const std::uint64_t others = header.other_values(), read = read_other_values(header, numbers, units, particles);
    if (read < others)
        file.notes.emplace_back("the file ends before the last values of the bodies, which the program does not use");
    else if (!numbers.at_end())
        file.notes.emplace_back("the file contains several snapshots; the program reads only the first");
    add_component(particles, "gas", "", header.gas);
    add_component(particles, "halo", "", header.dark());
    add_component(particles, "stars", "", header.stars);
    file.unused = unused_tipsy_values(header.gas, header.dark(), header.stars);
    add_temperature_source(file);
    add_sources(file,
                with_tipsy_gas({"arrays of x, y and z", "arrays of vx, vy and vz", "first array", "", "third line"},
                               particles.gas.empty() ? 0 : header.gas),
                units, rule_of_units(options, std::nullopt, "tipsy files usually have units with G = 1"));
    apply_units(file, options, std::nullopt, model_units);
    return file;
}

std::optional<double> read_tipsy_text_time(const std::filesystem::path& path, const ReadOptions& options) {
    TextNumbers numbers(path);
    return model_time(read_text_header(path, numbers).time, units_of(options, std::nullopt, model_units));
}

}  // namespace milkomeda
