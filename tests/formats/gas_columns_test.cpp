// Internal energies, densities and smoothing lengths of gas in particle files.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "data/particles/gas_columns.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/selection.hpp"
#include "data/play/galaxy_edits.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/formats/files.hpp"
#include "tests/formats/foreign_files.hpp"

using namespace milkomeda;

namespace {

// Returns a positive float between about 1e-13 and 1e13.
float any_gas_number(Random& random) { return static_cast<float>(std::exp(60 * random.uniform() - 30)); }

// Returns gas, halo and stars; all rows of a component have descending ids.
ParticleSet any_gas(std::size_t gas) {
    ParticleSet particles = any_particles(gas + 5);
    particles.components = {{"gas", "", 0, gas, 0}, {"halo", "", gas, 3, 0}, {"stars", "", gas + 3, 2, 0}};
    for (const Component& component : particles.components)
        std::reverse(particles.ids.begin() + static_cast<std::ptrdiff_t>(component.first),
                     particles.ids.begin() + static_cast<std::ptrdiff_t>(component.first + component.count));
    Random random(2);
    particles.gas.resize(particles.size());
    for (std::size_t row = 0; row < gas; ++row) {
        particles.gas[row] = {any_gas_number(random), any_gas_number(random)};
        particles.velocities[row].w = any_gas_number(random);
    }
    return particles;
}

// A GADGET file in model units, kpc/h or comoving units, with two particles of gas and a halo body.
struct GasOfGadget {
    bool big_endian = false, format_2 = false, has_entropies = false;
    std::vector<float> energies{10000, 40000}, densities{0.5f, 0.25f}, lengths{2, 4};
    double a = 0;  // scale factor; 0 for a snapshot that is not cosmological
    int files = 1;
    unsigned first_id = 1;
};

std::string gadget_with_gas(const GasOfGadget& like) {
    Bytes header(like.big_endian), vectors(like.big_endian), ids(like.big_endian);
    header.add(2, 1, 0, 0, 0, 0).add(1.0, 1.0, 0.0, 0.0, 0.0, 0.0);
    header.add(like.a == 0 ? 1.5 : like.a, like.a == 0 ? 0.0 : 1 / like.a - 1, 0, 0)
        .add(2 * like.files, like.files, 0, 0, 0, 0, 0, like.files);
    header.add(0.0, 0.3, 0.7, 0.5).zeros(192 - 160).add(int{like.has_entropies}).zeros(256 - 196);
    for (const float s : {1.0f, 10.0f, 100.0f}) vectors.add(s, 2 * s, 3 * s);
    std::vector<std::pair<std::string, Bytes>> blocks{
        {"HEAD", header},
        {"POS ", vectors},
        {"VEL ", vectors},
        {"ID  ", ids.add(like.first_id, like.first_id + 1, like.first_id + 2)}};
    const auto add = [&](const char* name, const std::vector<float>& numbers) {
        Bytes block(like.big_endian);
        for (const float number : numbers) block.add(number);
        if (!numbers.empty()) blocks.emplace_back(name, block);
    };
    add("U   ", like.energies), add("RHO ", like.densities), add("HSML", like.lengths);
    return content_of_blocks(blocks, like.big_endian, like.format_2);
}

doctest::Approx almost(double value) { return doctest::Approx(value).epsilon(3e-7).scale(0); }

void check_gas_of_gadget(const ParticleFile& file, const UnitSystem& units, double a) {
    const auto [length, mass, velocity] = factors_to_model_units(units);
    REQUIRE(file.particles.gas.size() == 3);
    for (std::size_t row = 0; row < 2; ++row) {
        CHECK(file.particles.gas[row].energy == almost((row == 0 ? 10000 : 40000) * velocity * velocity));
        CHECK(file.particles.gas[row].density == almost((row == 0 ? 0.5 : 0.25) * mass / std::pow(length * a, 3)));
        CHECK(file.particles.velocities[row].w == almost((row == 0 ? 2 : 4) * length * a));
    }
    CHECK(file.particles.gas[2] == GasValues{});
    CHECK(file.particles.velocities[2].w == 0);
    CHECK(file.unused.empty());
}

// Writes two particles of gas with the names of SWIFT, or with other names of the data sets.
void write_gas_of_swift(const std::filesystem::path& path, const std::array<std::string, 3>& names,
                        const std::array<double, 2>& energies = {3, 5}) {
    const Hdf5Builder build(path);
    const Hdf5Handle header = build.group("Header"), units = build.group("Units");
    build.attribute(header, "NumPart_ThisFile", std::array{2.0, 0.0, 0.0, 0.0, 0.0, 0.0}, H5T_STD_I64LE);
    build.attribute(header, "Time", std::array{1.5});
    const double length = 2 * 3.0856775814913673e21;
    build.attribute(units, "Unit length in cgs (U_L)", std::array{length});
    build.attribute(units, "Unit mass in cgs (U_M)", std::array{1.98841e43});
    build.attribute(units, "Unit time in cgs (U_t)", std::array{length / 2e5});
    const Hdf5Handle part = build.group("PartType0");
    build.numbers(part, "Coordinates", std::array{1., 2., 3., 10., 20., 30.}, 3, H5T_IEEE_F64LE, true);
    build.numbers(part, "Velocities", std::array{.5, .25, .125, 5., 2.5, 1.25}, 3, H5T_IEEE_F32LE, true);
    build.numbers(part, "Masses", std::array{1., 2.}, 1, H5T_IEEE_F32LE);
    build.numbers(part, "ParticleIDs", std::array{1., 2.}, 1, H5T_STD_I64LE);
    build.numbers(part, names[0], energies, 1, H5T_IEEE_F32LE, true);
    build.numbers(part, names[1], std::array{.5, .25}, 1, H5T_IEEE_F32LE);
    build.numbers(part, names[2], std::array{2., 4.}, 1, H5T_IEEE_F64LE);
}

}  // namespace

TEST_CASE("internal energies, densities and smoothing lengths of gas are read back bit for bit") {
    const TemporaryFolder folder;
    const ParticleSet written = any_gas(70'000);
    ParticleSet expected = written;
    sort_components_by_id(expected);
    for (const std::string format : {"hdf5", "swift", "gadget2", "milkomeda"}) {
        CAPTURE(format);
        write_particles(folder / "x", written, format);
        ParticleSet read = read_particles(folder / "x");
        sort_components_by_id(read);  // a state keeps the order of rows
        REQUIRE(read.components.front().name == "gas");
        CHECK(read.gas == expected.gas);
        CHECK(same_bits(read.velocities, expected.velocities));
        CHECK(lost_components(format_for_writing("x", format), written).empty());
        write_particles(folder / "again", read, format);
        if (format != "milkomeda") CHECK(content_of(folder / "again") == content_of(folder / "x"));
    }
}

TEST_CASE("tipsy files keep densities and smoothing lengths of gas exactly, and the temperature up to rounding") {
    const TemporaryFolder folder;
    const ParticleSet written = any_gas(1000);
    for (const std::string format : {"tipsy", "tipsy-native"}) {
        write_particles(folder / "x", written, format);
        const ParticleSet read = read_particles(folder / "x");
        REQUIRE(read.components.front().name == "gas");
        REQUIRE(read.components.front().count == 1000);
        for (std::size_t row = 0; row < 1000; ++row) {
            const std::size_t from = 999 - row;  // ids descend in the source
            CHECK(read.gas[row].energy == almost(written.gas[from].energy));
            CHECK(read.gas[row].density == written.gas[from].density);
            CHECK(read.velocities[row].w == written.velocities[from].w);
        }
        CHECK(lost_components(format_for_writing("x", format), written).empty());
    }
}

TEST_CASE("formats without columns of gas say that they omit them, and files of gas without values contain none") {
    const TemporaryFolder folder;
    ParticleSet particles = any_gas(10);
    const auto lost = [&](const char* format) { return lost_components(format_for_writing("x", format), particles); };
    for (const std::string format : {"nemo", "phigrape", "fits", "csv", "table", "recording"})
        CHECK(lost(format.c_str())
                  .ends_with("omits the internal energies, densities and smoothing lengths of gas; hdf5, gadget2 and "
                             "tipsy store them"));
    particles.gas.clear();
    CHECK(lost("csv").empty());
    CHECK(lost("tipsy") ==
          "tipsy stores dark matter and stars, but no other components; hdf5 and csv store all components");
    for (const std::string format : {"hdf5", "swift", "gadget2", "tipsy"}) {
        CAPTURE(format);
        write_particles(folder / "x", particles, format);
        CHECK(read_particles(folder / "x").gas.empty());
    }
}

TEST_CASE("GADGET files of both formats and byte orders give internal energies, densities and smoothing lengths") {
    const TemporaryFolder folder;
    for (const bool big_endian : {false, true})
        for (const bool format_2 : {false, true}) {
            CAPTURE(big_endian);
            CAPTURE(format_2);
            folder.put("x", gadget_with_gas({.big_endian = big_endian, .format_2 = format_2}));
            check_gas_of_gadget(read_particle_file(folder / "x"), gadget_units(0.5), 1);
            check_gas_of_gadget(read_particle_file(folder / "x", {UnitChoice::model}), model_units, 1);
        }
    folder.put("x", gadget_with_gas({.a = 0.25}));
    check_gas_of_gadget(read_particle_file(folder / "x"), gadget_units(0.5), 0.25);
    folder.put("x", gadget_with_gas({.densities = {}, .lengths = {}}));
    const ParticleSet only_energies = read_particles(folder / "x", {UnitChoice::model});
    CHECK(only_energies.gas[1] == GasValues{40000, 0});
    CHECK(only_energies.velocities[1].w == 0);
}

TEST_CASE("entropies in the block U are not taken as internal energies") {
    const TemporaryFolder folder;
    folder.put("x", gadget_with_gas({.format_2 = true, .has_entropies = true}));
    const ParticleFile file = read_particle_file(folder / "x", {UnitChoice::model});
    CHECK(file.particles.gas[1] == GasValues{-1, 0.25f});
    CHECK(file.unused == std::vector<std::string>{"U"});
    REQUIRE(!file.notes.empty());
    CHECK(file.notes.front().starts_with("the block U contains entropies, as the header states"));
}

TEST_CASE("broken columns of gas are refused with the body or the block") {
    const TemporaryFolder folder;
    const auto error = [&](const GasOfGadget& like) {
        const std::string text = refusal(folder.put("x", gadget_with_gas(like)));
        return text.substr(text.find(": ") + 2);
    };
    const std::string rest =
        " of the gas is negative or not a finite 32-bit float; correct the number, or remove the column";
    CHECK(error({.energies = {1, -1}}) == "body 2: the internal energy" + rest);
    CHECK(error({.energies = {1, std::numeric_limits<float>::quiet_NaN()}}) == "body 2: the internal energy" + rest);
    CHECK(error({.densities = {-0.5f, 1}}) == "body 1: the density" + rest);
    CHECK(error({.lengths = {1, std::numeric_limits<float>::infinity()}}) == "body 2: the smoothing length" + rest);
    CHECK(error({.format_2 = true, .energies = {1, 2, 3}})
              .ends_with("block U has 12 bytes, but 2 bodies need 8 or 16 bytes"));
    write_gas_of_swift(folder / "swift", {"InternalEnergies", "Densities", "SmoothingLengths"}, {3, -5});
    CHECK(refusal(folder / "swift").ends_with("body 2: the internal energy" + rest));
}

TEST_CASE("smoothing lengths of SWIFT become radii of the kernel, and those of other programs are radii already") {
    const TemporaryFolder folder;
    const UnitSystem units{2 * gadget_units(1).length_cm, gadget_units(1).mass_g, 2e5};
    const auto [length, mass, velocity] = factors_to_model_units(units);
    write_gas_of_swift(folder / "x", {"InternalEnergies", "Densities", "SmoothingLengths"});
    const ParticleFile swift = read_particle_file(folder / "x");
    CHECK(swift.particles.components.front().name == "gas");
    CHECK(swift.particles.gas[1].energy == almost(5 * velocity * velocity));
    CHECK(swift.particles.gas[1].density == almost(0.25 * mass / (length * length * length)));
    CHECK(swift.particles.velocities[1].w == almost(4 * 1.936492 * length));
    CHECK(swift.unused.empty());
    // Initial conditions of SWIFT have the names of GADGET, but the smoothing lengths of SWIFT.
    write_gas_of_swift(folder / "x", {"InternalEnergy", "Density", "SmoothingLength"});
    CHECK(read_particles(folder / "x").velocities[1].w == almost(4 * 1.936492 * length));
    const ParticleSet gadget = read_particles(folder / "x", {UnitChoice::gadget});
    CHECK(gadget.velocities[1].w == almost(4 * factors_to_model_units(gadget_units(1)).length));
}

TEST_CASE("a snapshot of several files keeps the values of gas, which are unknown in files without columns of gas") {
    const TemporaryFolder folder;
    folder.put("x.0", gadget_with_gas({.files = 2, .first_id = 4}));
    folder.put("x.1", gadget_with_gas({.energies = {}, .densities = {}, .lengths = {}, .files = 2}));
    const ParticleSet read = read_particles(folder / "x.0", {UnitChoice::model});
    CHECK(read.gas == std::vector<GasValues>{{10000, 0.5f}, {40000, 0.25f}, {}, {}, {}, {}});
    CHECK(read.velocities[1].w == 4);
    CHECK(read.velocities[2].w == 0);
    CHECK(!complete_gas_columns(read).any());
}

TEST_CASE("selections, scale factors and edits of galaxies keep the values of gas") {
    ParticleSet gas = any_gas(4);
    for (Float4& p : gas.positions) p = {1, 2, 3, 4};
    for (Float4& v : gas.velocities) v = {1, 2, 3, v.w};
    const ParticleSet half =
        select(gas, {.bodies = 2, .components = {"gas"}, .position_scale = 2, .velocity_scale = 3, .mass_scale = 16});
    REQUIRE(half.gas.size() == 2);
    CHECK(half.gas[1].energy == almost(9 * gas.gas[3].energy));
    CHECK(half.gas[1].density == almost(2 * gas.gas[3].density));
    CHECK(half.velocities[1].w == almost(2 * gas.velocities[3].w));

    ParticleSet stars = any_particles(3);
    for (Component& component : stars.components) component.galaxy = "other";
    const ParticleSet both = append_galaxy(gas, stars);
    REQUIRE(both.gas.size() == both.size());
    CHECK(std::equal(gas.gas.begin(), gas.gas.end(), both.gas.begin()));
    CHECK(both.gas.back() == GasValues{});
    CHECK(remove_galaxy(both, "other").gas == gas.gas);
    const ParticleSet reversed = append_galaxy(stars, gas);
    CHECK(reversed.gas.front() == GasValues{});
    CHECK(std::equal(gas.gas.begin(), gas.gas.end(), reversed.gas.begin() + 3));

    ParticleSet shuffled = gas;
    shuffle_components(shuffled);
    sort_components_by_id(shuffled);
    sort_components_by_id(gas);
    CHECK(shuffled.gas == gas.gas);
}
