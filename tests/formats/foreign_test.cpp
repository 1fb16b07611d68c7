// Files of other programs must be read with any byte order, floating-point precision, order of blocks and units.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/formats/foreign_files.hpp"

using namespace milkomeda;

namespace {

constexpr UnitSystem kpc_1e10_km_s{3.0856775814913673e21, 1.98841e43, 1e5};

// Compares a body with the first body of foreign_files.hpp in these units. The vectors of the body must be `scale`
// times as long.
void check_body(const ParticleSet& particles, std::size_t row, double scale, double mass, const UnitSystem& units) {
    CAPTURE(row);
    const double length = scale * units.length_cm / model_units.length_cm;
    const double speed = scale * units.velocity_cm_per_s / model_units.velocity_cm_per_s;
    // The tolerance allows rounding errors of 32-bit floats.
    const auto near = [](double value) { return doctest::Approx(value).epsilon(1e-6).scale(0); };
    const Float4 p = particles.positions[row], v = particles.velocities[row];
    CHECK(p.x == near(length));
    CHECK(p.y == near(2 * length));
    CHECK(p.z == near(3 * length));
    CHECK(p.w == near(mass * units.mass_g / model_units.mass_g));
    CHECK(v.x == near(speed / 2));
    CHECK(v.y == near(speed / 4));
    CHECK(v.z == near(speed / 8));
    if (particles.gas.empty()) CHECK(v.w == 0);
}

void check_bodies(const ParticleFile& file, const UnitSystem& units, std::array<std::size_t, 3> rows = {0, 1, 2},
                  std::array<double, 3> masses = {1, 2, 4}) {
    REQUIRE(file.particles.size() == 3);
    const std::array<double, 3> scales{1, 10, 100};
    for (std::size_t i = 0; i < 3; ++i) check_body(file.particles, rows[i], scales[i], masses[i], units);
    CHECK(file.particles.time == doctest::Approx(model_time(1.5, units)));
}

std::string names_of(const ParticleFile& file) {
    std::string names;
    for (const Component& component : file.particles.components)
        names += (names.empty() ? "" : ", ") + full_name(component) + " " + std::to_string(component.count);
    return names;
}

class ForeignFolder : public TemporaryFolder {
  public:
    ParticleFile read(const std::string& content, const ReadOptions& options = {}) const {
        // The file name has no extension that would reveal the format.
        return read_particle_file(put("foreign", content), options);
    }
};

}  // namespace

TEST_CASE(
    "NEMO files are read in both byte orders and precisions, with one or two coordinate arrays and unknown items") {
    const ForeignFolder folder;
    for (const bool big_endian : {false, true})
        for (const bool phase_space : {false, true}) {
            CAPTURE(big_endian);
            CAPTURE(phase_space);
            const ForeignNemo like{.big_endian = big_endian, .phase_space = phase_space};
            for (const std::string& content : {foreign_nemo<float>(like), foreign_nemo<double>(like)}) {
                const ParticleFile file = folder.read(content);
                CHECK(format_of_file(folder / "foreign").name == "nemo");
                check_bodies(file, model_units);
                CHECK(file.unused == std::vector<std::string>{"Potential", "Diagnostics"});
                CHECK(file.notes.empty());
            }
        }
}

TEST_CASE("NEMO files without masses give equal masses, and the first of several NEMO snapshots is read") {
    const ForeignFolder folder;
    const std::string content = foreign_nemo<float>({.masses = false, .extras = false});
    const ParticleFile file = folder.read(content + content);
    check_bodies(file, model_units, {0, 1, 2}, {1 / 3., 1 / 3., 1 / 3.});
    CHECK(contains(file.notes, "contains no masses"));
    CHECK(contains(file.notes, "several snapshots"));
    CHECK(names_of(file) == "all 3");
}

TEST_CASE("tipsy files are read in standard and native byte order, with and without header padding") {
    const ForeignFolder folder;
    for (const bool big_endian : {false, true})
        for (const bool padded : {false, true}) {
            CAPTURE(big_endian);
            CAPTURE(padded);
            const ParticleFile file = folder.read(foreign_tipsy(big_endian, padded));
            check_bodies(file, model_units);
            CHECK(names_of(file) == "gas 1, halo 1, stars 1");
            CHECK(contains(file.unused, "tform"));
        }
}

TEST_CASE("GADGET-2 files are read in formats 1 and 2, both byte orders, both precisions and both id sizes") {
    const ForeignFolder folder;
    for (const bool big_endian : {false, true})
        for (const bool format_2 : {false, true})
            for (const bool extras : {false, true}) {
                CAPTURE(big_endian);
                CAPTURE(format_2);
                const ForeignGadget like{.big_endian = big_endian, .format_2 = format_2, .extras = extras};
                for (const std::string& content :
                     {foreign_gadget<float, std::uint32_t>(like), foreign_gadget<double, std::uint64_t>(like),
                      foreign_gadget<float, std::uint64_t>(like)}) {
                    const ParticleFile file = folder.read(content);
                    // Components are ordered by the ids of their bodies in the file: disk 5, stars 6, halo 7. The
                    // program counts ids from 0.
                    check_bodies(file, kpc_1e10_km_s, {2, 0, 1});
                    CHECK(names_of(file) == "disk 1, stars 1, halo 1");
                    CHECK(file.particles.ids == std::vector<std::uint32_t>{4, 5, 6});
                    CHECK(file.unused.size() == extras);
                    if (extras) CHECK(file.unused[0] == (format_2 ? "POT" : "block 6"));
                    CHECK(contains(file.notes, "does not state its units; assumed: 1 kpc, 1e+10 Msun, 1 km/s"));
                }
            }
}

TEST_CASE("the user can choose the units of GADGET-2 files, and default units contain powers of h") {
    const ForeignFolder folder;
    const std::string content = foreign_gadget<float, std::uint32_t>({.h = 0.5});
    check_bodies(folder.read(content, {UnitChoice::model}), model_units, {2, 0, 1});
    CHECK(folder.read(content, {UnitChoice::model}).units.ends_with("(chosen by --units)"));
    const UnitSystem by_h{2 * kpc_1e10_km_s.length_cm, 2 * kpc_1e10_km_s.mass_g, kpc_1e10_km_s.velocity_cm_per_s};
    check_bodies(folder.read(content), by_h, {2, 0, 1});
    check_bodies(folder.read(content, {UnitChoice::gadget}), by_h, {2, 0, 1});
}

TEST_CASE("missing masses, velocities and files of a GADGET-2 snapshot are reported") {
    const ForeignFolder folder;
    const ParticleFile massless = folder.read(foreign_gadget<float, std::uint32_t>({.masses = false}));
    CHECK(contains(massless.notes, "2 bodies have no mass in the file"));
    const ParticleFile part = folder.read(foreign_gadget<float, std::uint32_t>({.files = 8}));
    CHECK(contains(part.notes, "consists of 8 files"));
    const ParticleFile still =
        folder.read(foreign_gadget<float, std::uint32_t>({.format_2 = true, .velocities = false}));
    CHECK(contains(still.notes, "no velocities"));
    CHECK(still.particles.velocities[0].x == 0);
}

TEST_CASE("HDF5 files of GADGET-4 are read with compression, mixed precisions, and masses in a table or data set") {
    const ForeignFolder folder;
    write_foreign_gadget4(folder / "snapshot");
    const ParticleFile file = read_particle_file(folder / "snapshot");
    check_bodies(file, kpc_1e10_km_s, {2, 0, 1});
    CHECK(names_of(file) == "disk 1, stars 1, halo 1");
    CHECK(file.unused == std::vector<std::string>{"PartType2/Potential"});
    CHECK(file.units == "1 kpc, 1e+10 Msun, 1 km/s (stated in the file)");
    CHECK(file.notes.empty());
    check_bodies(read_particle_file(folder / "snapshot", {UnitChoice::model}), model_units, {2, 0, 1});
}

TEST_CASE("HDF5 files of SWIFT are read with a group of units, seven types, an alias and unused data sets") {
    const ForeignFolder folder;
    write_foreign_swift(folder / "snapshot");
    const ParticleFile file = read_particle_file(folder / "snapshot");
    check_bodies(file, {2 * kpc_1e10_km_s.length_cm, kpc_1e10_km_s.mass_g, 2e5});
    CHECK(names_of(file) == "halo 3");
    CHECK(file.unused == std::vector<std::string>{"PartType1/Softenings"});
    CHECK(file.units == "2 kpc, 1e+10 Msun, 2 km/s (stated in the file)");
}

TEST_CASE("HDF5 files of AREPO are read with units in the header and powers of h") {
    const ForeignFolder folder;
    write_foreign_arepo(folder / "snapshot");
    const ParticleFile file = read_particle_file(folder / "snapshot");
    REQUIRE(file.particles.size() == 1);
    check_body(file.particles, 0, 1, 3, {2 * kpc_1e10_km_s.length_cm, 2 * kpc_1e10_km_s.mass_g, 1e5});
    CHECK(file.units.starts_with("2 kpc, 2e+10 Msun, 1 km/s"));
}

TEST_CASE("the model unit of mass makes the gravitational constant 1") {
    constexpr double gravity_cgs = 6.6743e-8;
    CHECK(gravity_cgs * model_units.mass_g / model_units.length_cm ==
          doctest::Approx(std::pow(model_units.velocity_cm_per_s, 2)).epsilon(1e-12).scale(0));
    CHECK(model_units.mass_g ==
          // The description of Dubinski's dataset gives this mass unit.
          doctest::Approx(4.50e10 * 1.98841e33).epsilon(1e-3).scale(0));
}

TEST_CASE("CSV files may have any column order and separator, quotes, a byte order mark and comments") {
    const ForeignFolder folder;
    const std::string tabs =
        "\xef\xbb\xbf# a table\n# time 1.5\n\n\"Z\"\tx\ttemperature\ty\tM\tvx\tvy\tvz\r\n"
        "3\t1\t9e9\t2\t1\t.5\t.25\t.125\r\n30\t10\tcold\t20\t2\t5\t2.5\t1.25\r\n"
        "# the last\n300\t100\t\t200\t4\t50\t25\t12.5";
    std::string semicolons = tabs;
    std::replace(semicolons.begin(), semicolons.end(), '\t', ';');
    for (const std::string& content : {tabs, semicolons, gzipped(tabs)}) {
        const ParticleFile file = folder.read(content);
        check_bodies(file, model_units);
        CHECK(file.unused == std::vector<std::string>{"temperature"});
        CHECK(names_of(file) == "component 1 1, component 2 1, component 3 1");
    }
}

TEST_CASE("CSV files may begin with long comments") {
    const ForeignFolder folder;
    std::string comments;
    for (int line = 0; line < 2000; ++line) comments += "# what Astropy says of its columns, line by line\n";
    for (const std::string& text : {comments, "#" + std::string(9000, '-') + "\n"}) {
        for (const std::string& content : {text + "x,y,z\n1,2,3\n", gzipped(text + "x,y,z\n1,2,3\n")}) {
            CHECK(folder.read(content).particles.size() == 1);
            CHECK(format_of_file(folder.put("x", content)).name == "csv");
        }
        CHECK(format_of_file(folder.put("x", text + "1 1 2 3 4 5 6\n")).name == "table");
    }
}

TEST_CASE("bodies of a CSV file without a component column form one component per galaxy") {
    const ForeignFolder folder;
    CHECK(names_of(folder.read("galaxy,x,y,z,mass\nm31,1,2,3,1\nmw,4,5,6,1\nm31,1,1,1,2\n,0,0,0,1\n")) ==
          "m31 all 2, mw all 1, all 1");
}

TEST_CASE("CSV columns give components and ids, and missing masses and velocities are reported") {
    const ForeignFolder folder;
    const ParticleFile file = folder.read(
        "id,galaxy,component,x,y,z,vx\n9, m31 ,disk,4,0,0,1\n3,\"mw, "
        "ours\",halo,1,0,0,1\n8,m31,disk,3,0,0,1\n"
        "4,\"mw, ours\",halo,2,0,0,1\n");
    CHECK(names_of(file) == "m31 disk 2, mw, ours halo 2");
    CHECK(file.particles.ids == std::vector<std::uint32_t>{8, 9, 3, 4});
    CHECK(file.particles.positions[0].x == 3);
    CHECK(file.particles.positions[2].x == 1);
    CHECK(file.particles.positions[0].w == 0.25f);
    CHECK(contains(file.notes, "no masses"));
    CHECK(contains(file.notes, "no column vy"));
    // Component names that contain the separator are written in quotes.
    write_particles(folder / "x.csv", file.particles);
    CHECK(full_name(read_particles(folder / "x.csv").components[0]) == "mw, ours halo");
}
