// Less common forms of GADGET, tipsy, NEMO and phiGRAPE files must be read with exact numbers.
#include <doctest/doctest.h>

#include "tests/formats/foreign_files.hpp"

using namespace milkomeda;

namespace {

class BinaryFolder : public TemporaryFolder {
  public:
    ParticleFile read(const std::string& content) const {
        return read_particle_file(put("foreign", content), {UnitChoice::model});
    }
    // Returns the columns before complete() rounds the positions.
    ParticleFile read_columns(const std::string& content, const ReadOptions& options = {}) const {
        const auto file = put("foreign", content);
        return format_of_file(file).read(file, options);
    }
};

// Checks that these three rows contain the bodies of foreign_files.hpp.
void check_rows(const ParticleFile& file, std::array<std::size_t, 3> rows = {0, 1, 2}, bool velocities = true) {
    const ParticleSet& particles = file.particles;
    REQUIRE(particles.size() == 3);
    const std::array<float, 3> scales{1, 10, 100}, masses{1, 2, 4};
    for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(i);
        const Float4 p = particles.positions[rows[i]], v = particles.velocities[rows[i]];
        CHECK(std::array{p.x, p.y, p.z, p.w} == std::array{scales[i], 2 * scales[i], 3 * scales[i], masses[i]});
        const float speed = velocities ? scales[i] : 0;
        // The first body of tipsy files is gas with hsmooth 0.5.
        const float length = particles.gas.empty() || i > 0 ? 0 : 1;
        CHECK(std::array{v.x, v.y, v.z, v.w} == std::array{speed / 2, speed / 4, speed / 8, length});
    }
    CHECK(particles.time == 1.5);
}

// Rows of the bodies with the ids 7, 5, 6.
constexpr std::array<std::size_t, 3> rows_by_id{2, 0, 1};

std::string source_of(const ParticleFile& file, const std::string& column) {
    for (const ColumnSource& source : file.sources)
        if (source.column == column) return source.from + "|" + source.unit + "|" + source.note;
    return "";
}

}  // namespace

TEST_CASE("a GADGET file with several header blocks is read, with and without labels") {
    const BinaryFolder folder;
    for (const bool format_2 : {false, true}) {
        const ParticleFile file =
            folder.read(foreign_gadget<float, std::uint32_t>({.format_2 = format_2, .second_header = true}));
        check_rows(file, rows_by_id);
        CHECK(file.unused == std::vector<std::string>{format_2 ? "CHEM" : "block 2"});
        CHECK(file.notes.empty());
    }
}

TEST_CASE("blocks of a GADGET file may have any order after the header, and before the header if they have labels") {
    const BinaryFolder folder;
    for (const bool big_endian : {false, true})
        for (const bool format_2 : {false, true}) {
            const ParticleFile file = folder.read(foreign_gadget<double, std::uint64_t>(
                {.big_endian = big_endian, .format_2 = format_2, .info = format_2, .reversed = true}));
            check_rows(file, rows_by_id);
            CHECK(contains(file.notes, "not in the usual order") == !format_2);
            CHECK(file.unused.empty());
        }
}

TEST_CASE("GADGET files without labels may lack velocities or ids") {
    const BinaryFolder folder;
    const ParticleFile still = folder.read(foreign_gadget<float, std::uint32_t>({.velocities = false}));
    check_rows(still, rows_by_id, false);
    CHECK(contains(still.notes, "no velocities"));
    CHECK_FALSE(still.has_velocities);
    const ParticleFile anonymous = folder.read(foreign_gadget<float, std::uint32_t>({.ids = false}));
    check_rows(anonymous);
    CHECK(anonymous.exact_ids.empty());
}

TEST_CASE("a GADGET block of masses after positions and velocities is not mistaken for a block of ids") {
    const BinaryFolder folder;
    // Without a mass in the header, the block of masses has as many numbers as bodies, like a block of ids.
    for (const float first : {1.0f, 4.0f}) {
        std::string content = foreign_gadget<float, std::uint32_t>({.masses = false, .halo_mass = 0, .ids = false});
        content += Bytes().add(12, first, 2.0f, 4.0f, 12).content();
        const ParticleFile file = folder.read(content);
        CHECK(file.has_masses);
        CHECK(file.particles.positions[0].w == first);
        CHECK(file.particles.positions[2].w == 4);
    }
    std::string without = foreign_gadget<float, std::uint32_t>({.masses = false, .halo_mass = 0});
    CHECK_FALSE(folder.read(without).has_masses);
    CHECK(folder.read(without).particles.ids == std::vector<std::uint32_t>{4, 5, 6});
}

TEST_CASE("a block with the masses of all bodies overrides the masses in the header of a GADGET file") {
    const BinaryFolder folder;
    std::string content = foreign_gadget<float, std::uint32_t>({.format_2 = true, .masses = false, .halo_mass = 9});
    content += Bytes().add(8).text("MASS").add(20, 8, 12, 1.0f, 2.0f, 4.0f, 12).content();
    const ParticleFile file = folder.read(content);
    check_rows(file, rows_by_id);
    CHECK(contains(file.notes, "masses of all bodies"));
}

TEST_CASE("GADGET headers give the periodic box and the number of bodies of the whole snapshot") {
    const BinaryFolder folder;
    const auto box = [&](const ForeignGadget& like, UnitChoice units) {
        return folder.read_columns(foreign_gadget<float, std::uint32_t>(like), {units}).box;
    };
    CHECK_FALSE(box({}, UnitChoice::model));
    CHECK(box({.box = 100}, UnitChoice::model) == glm::dvec3(100));
    // A box of 100 kpc/h is 200 kpc wide for h = 0.5. This is 50 model lengths of 4 kpc.
    CHECK(box({.h = 0.5, .box = 100}, UnitChoice::automatic)->x == doctest::Approx(50).epsilon(1e-12).scale(0));
    const ParticleFile file = folder.read(foreign_gadget<float, std::uint32_t>({.total_halo = 8}));
    CHECK(contains(file.notes, "states 10 bodies in the whole snapshot, but 3 bodies in this file"));
    CHECK(folder.read(foreign_gadget<float, std::uint32_t>({})).notes.empty());
}

TEST_CASE("tipsy files may have double positions, double positions and velocities, or only doubles") {
    const BinaryFolder folder;
    for (const bool big_endian : {false, true})
        for (const bool padded : {false, true})
            for (const std::string& content :
                 {foreign_tipsy<double>(big_endian, padded), foreign_tipsy<double, double>(big_endian, padded),
                  foreign_tipsy<double, double, double>(big_endian, padded)}) {
                const ParticleFile file = folder.read(content);
                CHECK(format_of_file(folder / "foreign").name == "tipsy");
                check_rows(file);
                CHECK(file.notes.empty());
                CHECK(file.unused.size() == 4);
                CHECK(file.particles.gas[0].density == 0.1f);
            }
}

TEST_CASE("ASCII tipsy and phiGRAPE files may be compressed and may have Fortran exponents") {
    const BinaryFolder folder;
    for (const bool packed : {false, true}) {
        const auto read = [&](const std::string& text) { return folder.read(packed ? gzipped(text) : text); };
        const ParticleFile tipsy = read(foreign_tipsy_text());
        CHECK(format_of_file(folder / "foreign").name == "tipsy");
        check_rows(tipsy);
        CHECK(tipsy.notes.empty());
        CHECK(tipsy.particles.components.size() == 3);
        const ParticleFile phigrape = read(foreign_phigrape());
        CHECK(format_of_file(folder / "foreign").name == "phigrape");
        check_rows(phigrape);
        CHECK(phigrape.notes.empty());
    }
    const std::string twice = foreign_tipsy_text() + foreign_tipsy_text();
    CHECK(contains(folder.read(twice).notes, "several snapshots"));
    const std::string cut = twice.substr(0, foreign_tipsy_text().size() - 3);
    CHECK(contains(folder.read(cut).notes, "ends before the last values"));
    CHECK(contains(folder.read(foreign_phigrape() + "3 1 2 3 4 5 6 7\n").notes, "continues after the 3 bodies"));
}

TEST_CASE("NEMO files may be written by ZENO, may have keys as ids, and may lack velocities") {
    const BinaryFolder folder;
    const ParticleFile file = folder.read(foreign_nemo<float>({.extras = false, .zeno = true, .keys = {7, 5, 6}}));
    // The components have different masses, so the rows are not sorted across components.
    CHECK(file.unused.empty());
    const std::vector<std::uint64_t> keys{7, 5, 6};
    CHECK(folder.read_columns(foreign_nemo<float>({.keys = {7, 5, 6}})).exact_ids == keys);
    // Keys that are repeated or negative are not used as ids.
    for (const std::vector<int>& others : {std::vector{0, 0, 0}, std::vector{1, -1, 2}}) {
        const ParticleFile plain = folder.read_columns(foreign_nemo<float>({.extras = false, .keys = others}));
        CHECK(plain.exact_ids.empty());
        CHECK(plain.unused == std::vector<std::string>{"Key"});
    }
    const ParticleFile still = folder.read(foreign_nemo<double>({.phase_space = false, .velocities = false}));
    check_rows(still, {0, 1, 2}, false);
    CHECK_FALSE(still.has_velocities);
    CHECK(contains(still.notes, "no velocities"));
}

TEST_CASE("double positions are kept until rounding, and float positions in model units are not copied to doubles") {
    const BinaryFolder folder;
    const std::vector<glm::dvec3> exact{{1, 2, 3}, {10, 20, 30}, {100, 200, 300}};
    const double factor = gadget_units(1).length_cm / model_units.length_cm;
    for (const std::string& content : {foreign_gadget<double, std::uint64_t>({}), foreign_tipsy<double>(true, true),
                                       foreign_nemo<double>({}), foreign_tipsy_text(), foreign_phigrape()}) {
        CHECK(folder.read_columns(content, {UnitChoice::model}).exact_positions == exact);
        const ParticleFile scaled = folder.read_columns(content, {UnitChoice::gadget});
        REQUIRE(scaled.exact_positions.size() == 3);
        for (std::size_t i = 0; i < 3; ++i) CHECK(scaled.exact_positions[i] == factor * exact[i]);
    }
    for (const std::string& content :
         {foreign_gadget<float, std::uint64_t>({}), foreign_tipsy(true, true), foreign_nemo<float>({})}) {
        CHECK(folder.read_columns(content, {UnitChoice::model}).exact_positions.empty());
        // A unit conversion makes float positions inexact, so the converted positions are doubles.
        const ParticleFile scaled = folder.read_columns(content, {UnitChoice::gadget});
        REQUIRE(scaled.exact_positions.size() == 3);
        for (std::size_t i = 0; i < 3; ++i) CHECK(scaled.exact_positions[i] == factor * exact[i]);
    }
}

TEST_CASE("the source of a column states its place in the file, its unit and why the reader uses this unit") {
    const BinaryFolder folder;
    const ParticleFile gadget = folder.read_columns(foreign_gadget<float, std::uint32_t>({.h = 0.5}));
    CHECK(source_of(gadget, "positions") ==
          "block 2 (POS)|2 kpc|not stated in the file; usual units of GADGET, with h = 0.5 from the header");
    CHECK(source_of(gadget, "masses").starts_with("header and block 5 (MASS)|2e+10 Msun|"));
    CHECK(source_of(gadget, "ids") == "block 4 (ID)||");
    const ParticleFile tipsy = folder.read_columns(foreign_tipsy<double>(true, true), {UnitChoice::model});
    CHECK(source_of(tipsy, "positions") ==
          "gas, dark matter and star bodies (floats with double positions)|4 kpc|chosen by --units");
    const ParticleFile nemo = folder.read_columns(foreign_nemo<float>({.masses = false}));
    CHECK(source_of(nemo, "velocities").starts_with("PhaseSpace at byte "));
    CHECK(source_of(nemo, "masses") == "");
    CHECK(source_of(nemo, "time").find("17.78 Myr") != std::string::npos);
}

TEST_CASE("inconsistent tipsy and phiGRAPE headers are refused with a message that contains their numbers") {
    const BinaryFolder folder;
    const auto error_for = [&](const std::string& content) {
        const std::string line = refusal(folder.put("broken", content));
        return line.substr(std::min(line.size(), (folder / "broken").string().size()));
    };
    const auto tipsy = [](int bodies, int dimensions) {
        const std::string good = foreign_tipsy(true, true);
        return Bytes(true).add(1.5, bodies, dimensions).content() + good.substr(16);
    };
    CHECK(error_for(tipsy(3, 3)).empty());
    CHECK(error_for(tipsy(4, 3)) ==
          ": the header states 4 bodies in total, but 1 gas, 1 dark matter and 1 star bodies, together 3");
    CHECK(error_for(tipsy(3, 2)) == ": the header states 2 dimensions; the program reads only 3");
    CHECK(error_for("3 2 2\n3\n0\n1\n1\n1\n") == ": the header states 3 bodies in total, but 2 gas and 2 star bodies");
    CHECK(error_for("3 0 0\n2\n0\n1\n1\n1\n") == ": the header states 2 dimensions; the program reads only 3");
    CHECK(error_for("4000000000 0 0\n3\n0\n1\n1\n1\n") == ": is incomplete: it ends before the mass");
    CHECK(error_for("2 0 0\n3\n0\n1\nx\n") == ":5:1: 'x' for the mass is not a number");
    const std::string phigrape = foreign_phigrape();
    CHECK(error_for(phigrape.substr(0, phigrape.size() - 6)) == ": is incomplete: it ends before the vz");
    CHECK(error_for(phigrape + "1 2\n").empty());
}
