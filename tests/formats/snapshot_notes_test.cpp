#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/formats/foreign_files.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

// Describes an HDF5 snapshot with three bodies of one type. The defaults give a valid snapshot.
struct SnapshotSpec {
    std::vector<double> counts{0, 3, 0, 0, 0, 0};
    double length = 1, mass = 1, velocity = 1;  // These factors multiply the numbers in the snapshot.
    std::vector<double> ids{1, 2, 3};
    hid_t id_type = H5T_STD_U64LE;
    double time = 1.5, redshift = 0, omega = 0;
    bool cgs = false, masses = true;
};

ParticleFile read_snapshot_of(const SnapshotSpec& like) {
    const TemporaryFolder folder;
    {
        const Hdf5Builder build(folder / "snapshot");
        const Hdf5Handle header = build.group("Header");
        build.attribute(header, "NumPart_ThisFile", like.counts, H5T_STD_U64LE);
        build.attribute(header, "Time", like.time);
        build.attribute(header, "Redshift", like.redshift);
        build.attribute(header, "Omega0", like.omega);
        if (like.cgs) {
            const Hdf5Handle units = build.group("Units");
            for (const char* name : {"Unit length in cgs (U_L)", "Unit mass in cgs (U_M)", "Unit time in cgs (U_t)"})
                build.attribute(units, name, 1);
        }
        const Hdf5Handle part = build.group("PartType1");
        const auto times = [](double factor, std::vector<double> numbers) {
            for (double& number : numbers) number *= factor;
            return numbers;
        };
        build.numbers(part, "Coordinates", times(like.length, {1, 2, 3, 10, 20, 30, 100, 200, 300}), 3, H5T_IEEE_F64LE);
        build.numbers(part, "Velocities", times(like.velocity, {1, 2, 3, 4, 5, 6, 7, 8, 9}), 3, H5T_IEEE_F32LE);
        if (like.masses) build.numbers(part, "Masses", times(like.mass, {1, 2, 4}), 1, H5T_IEEE_F64LE);
        build.numbers(part, "ParticleIDs", like.ids, 1, like.id_type);
    }
    return read_particle_file(folder / "snapshot");
}

}  // namespace

TEST_CASE("numbers in centimeters and grams are converted to model units before they are rounded to floats") {
    const ParticleFile file = read_snapshot_of({.length = model_units.length_cm,
                                                // This mass unit of 9e43 g exceeds the range of a 32-bit float.
                                                .mass = model_units.mass_g,
                                                .velocity = model_units.velocity_cm_per_s,
                                                .time = model_units.length_cm / model_units.velocity_cm_per_s,
                                                .cgs = true});
    // The tolerance allows rounding errors of 32-bit floats.
    CHECK(file.particles.positions[2].x == doctest::Approx(100).epsilon(1e-6).scale(0));
    CHECK(file.particles.positions[2].w == doctest::Approx(4).epsilon(1e-6).scale(0));
    CHECK(file.particles.velocities[2].z == doctest::Approx(9).epsilon(1e-6).scale(0));
    CHECK(file.particles.time == doctest::Approx(1));
    // These masses are too small for a float in the units of the file, so that all masses become 0.
    CHECK_THROWS_WITH_AS(read_snapshot_of({.mass = 1e-300}), doctest::Contains("all masses are 0"), FileError);
}

TEST_CASE("particles of types above PartType5 are omitted with a note") {
    CHECK(has_note(read_snapshot_of({.counts = {0, 3, 0, 0, 0, 0, 5, 2}}),
                   "7 particles of type PartType6 or higher are ignored"));
    CHECK_FALSE(has_note(read_snapshot_of({.counts = {0, 3, 0, 0, 0, 0, 0}}), "are ignored"));
}

TEST_CASE("duplicate ids of a snapshot are reported for every number type of the ids") {
    const std::string note = "bodies have the id of another body";
    CHECK_FALSE(has_note(read_snapshot_of({}), note));
    CHECK(has_note(read_snapshot_of({.ids = {7, 7, 9}}), "1 " + note));
    CHECK(has_note(read_snapshot_of({.ids = {4e9, 4e9, 4e9}}), "2 " + note));
    CHECK(has_note(read_snapshot_of({.ids = {1e15, 1e15, 3}}), "1 " + note));
    CHECK_FALSE(has_note(read_snapshot_of({.ids = {1e15, 2e15, 3}}), note));
    CHECK(has_note(read_snapshot_of({.ids = {-5, -5, 3}, .id_type = H5T_STD_I64LE}), "1 " + note));
    CHECK_FALSE(has_note(read_snapshot_of({.ids = {-5, -6, 0}, .id_type = H5T_STD_I32LE}), note));
    const TemporaryFolder folder;
    CHECK(has_note(read_particle_file(folder.put("x.csv", "id,x,y,z\n1,0,0,0\n1,1,0,0\n2,0,1,0\n")), "1 " + note));
}

TEST_CASE("ids that do not fit 32 bits are replaced by their ranks, with a note") {
    const std::string note = "some ids are negative or need more than 32 bits; the program replaces all ids";
    const ParticleFile large = read_snapshot_of({.ids = {7e12, 3, 5e9}});
    CHECK(std::ranges::count_if(large.notes, [&](const std::string& line) { return line.starts_with(note); }) == 1);
    CHECK(large.particles.ids == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(has_note(read_snapshot_of({.ids = {-5, -6, 0}, .id_type = H5T_STD_I32LE}), note));
    CHECK_FALSE(has_note(read_snapshot_of({.ids = {1, 4294967296, 3}}), note));  // ids from 1 on are counted from 0
    CHECK(has_note(read_snapshot_of({.ids = {0, 4294967296, 3}}), note));
}

TEST_CASE("a note reports that a snapshot uses a scale factor as its time") {
    const std::string note = "is a cosmological scale factor; the program uses it as time";
    CHECK(has_note(read_snapshot_of({.time = 0.25, .redshift = 3, .omega = 0.3}), "the stored time, 0.25, " + note));
    CHECK(has_note(read_snapshot_of({.time = 1, .redshift = 0, .omega = 0.3}), note));
    // A snapshot without cosmological parameters counts as isolated galaxies, which have no comoving positions.
    CHECK_FALSE(has_note(read_snapshot_of({.time = 1, .redshift = 0}), note));
    // This time does not match the redshift, so the time is not a scale factor. SWIFT stores such times.
    CHECK_FALSE(has_note(read_snapshot_of({.time = 0.02, .redshift = 3}), note));
    CHECK(has_note(read_snapshot_of({.time = 0.02, .redshift = 3}), "comoving positions"));
}

TEST_CASE("an unreadable time in a table comment is reported, and comments without a time are not") {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& comment) {
        return read_particle_file(folder.put("x.csv", comment + "\nx,y,z\n1,2,3\n4,5,6\n"));
    };
    for (const char* strange : {"nan", "inf", "1e400", "12.5 Myr", "5,0"}) {
        const ParticleFile file = read(std::string{"# time "} + strange);
        CHECK(has_note(file,
                       "followed by '" + std::string{strange} + "', not by one number; the program uses the time 0"));
        CHECK(file.particles.time == 0);
    }
    CHECK_FALSE(has_note(read("# time 12.5"), "not by one number"));
    CHECK_FALSE(has_note(read("# times are in the log"), "not by one number"));
}

TEST_CASE("a note gives the total mass that is assumed for bodies without masses") {
    const TemporaryFolder folder;
    for (const ParticleFile& file :
         {read_snapshot_of({.masses = false}), read_snapshot_of({.cgs = true, .masses = false}),
          read_particle_file(
              folder.put("gadget", foreign_gadget<float, std::uint32_t>({.masses = false, .halo_mass = 0})))}) {
        CHECK(has_note(file, "gives all bodies equal masses with the sum 1"));
        CHECK(total_mass(file.particles) == doctest::Approx(1));
    }
}

TEST_CASE("infinite values are never written to a particle file") {
    const TemporaryFolder folder;
    for (const ParticleFormat& format : particle_formats()) {
        ParticleSet particles = generate_encounter(12, 1);
        particles.ids[5] = 77;
        particles.velocities[5].y = std::numeric_limits<float>::infinity();
        const auto file = folder / ("x" + std::string(format.extensions.front()));
        CHECK_THROWS_WITH_AS(
            write_particles(file, particles),
            doctest::Contains("is not written: the position, velocity or mass of body 77 is not finite"), FileError);
        particles.velocities[5].y = 0;
        particles.time = std::nan("");
        CHECK_THROWS_AS(write_particles(file, particles), FileError);
        CHECK_FALSE(std::filesystem::exists(file));
    }
}

TEST_CASE("particles that no file reader would accept are not written") {
    const TemporaryFolder folder;
    const auto refused = [&](const ParticleSet& particles, const std::string& name, const char* why) {
        CHECK_THROWS_WITH_AS(write_particles(folder / name, particles), doctest::Contains(why), FileError);
        CHECK_FALSE(std::filesystem::exists(folder / name));
    };
    ParticleSet particles = generate_encounter(12, 1);
    for (Float4& position : particles.positions) position.w = 0;
    for (const ParticleFormat& format : particle_formats())
        refused(particles, "x" + std::string(format.extensions.front()), "is not written: all masses are 0");
    particles.positions[0].w = 1;
    particles.components = {{"hole", "", 0, 1, 1, Perturber{}}, {"all", "", 1, 11, 0}};
    for (const char* name : {"x.milkomeda", "x.recording"}) {
        refused(particles, name, "is not written: perturbers must be the last bodies");
        particles.components.pop_back();
        refused(particles, name, "is not written: the bodies have no components other than perturbers");
        particles.components.push_back({"all", "", 1, 11, 0});
    }
    write_particles(folder / "x.csv", particles);
}

TEST_CASE("a snapshot with more than 4096 components is refused") {
    const TemporaryFolder folder;
    ParticleSet particles = generate_encounter(6000, 1);
    particles.components.clear();
    for (std::size_t row = 0; row < particles.size(); ++row)
        particles.components.push_back({row % 3 == 0 ? "gas" : row % 3 == 1 ? "halo" : "disk", "", row, 1, 0});
    write_particles(folder / "x.hdf5", particles);
    CHECK_THROWS_WITH_AS(read_particles(folder / "x.hdf5"),
                         doctest::Contains("x.hdf5: has 6000 components, but at most 4096 are allowed"), FileError);
}

TEST_CASE("unusual characters in names are replaced when a file is read, and a note says so") {
    const TemporaryFolder folder;
    ParticleSet particles = generate_encounter(12, 1);
    const std::string bad = "g/\"isk,\x1b[31m\xc3\xa9 ", longer(30'000, 'n');
    particles.components = {{bad, "a\"b", 0, 4, 0}, {"disk\\", " ", 4, 4, 0}, {longer, "", 8, 4, 0}};
    for (const char* name : {"x.milkomeda", "x.recording", "x.hdf5"}) {
        CAPTURE(name);
        write_particles(folder / name, particles);
        const ParticleFile file = read_particle_file(folder / name);
        for (const Component& part : file.particles.components)
            for (const std::string& text : {part.name, part.galaxy})
                CHECK(std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~' && c != '"'; }));
        if (std::string{name} == "x.hdf5") continue;  // An HDF5 attribute cannot store such a long name.
        REQUIRE(file.particles.components.size() == 3);
        CHECK(full_name(file.particles.components[0]) == "a_b g/_isk,_[31m__");
        CHECK(full_name(file.particles.components[1]) == "disk\\");
        CHECK(file.particles.components[2].name == longer.substr(0, 100));
        write_particles(folder / "x.csv", file.particles);
        CHECK(full_name(read_particles(folder / "x.csv").components[0]) == "a_b g/_isk,_[31m__");
    }
    particles.components.back().name = "c";
    write_particles(folder / "x.hdf5", particles);
    CHECK(has_note(read_particle_file(folder / "x.hdf5"), "the program replaces it by 'a_b'"));
}
