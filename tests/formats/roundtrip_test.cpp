// Every format must read back what it writes: every float bit for bit, the order of rows, the time, and components as
// far as the format can store components. Series of files are also tested here.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "data/particles/row_order.hpp"
#include "data/particles/selection.hpp"
#include "data/series/series.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/formats/files.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

// These file names cover every format and compression.
constexpr std::array file_names{"x.tab",       "x.tab.gz",   "x.csv",     "x.csv.gz", "x.tsv", "x.tsv.gz",
                                "x.nemo",      "x.tipsy",    "x.gadget2", "x.hdf5",   "x.h5",  "x.milkomeda",
                                "x.recording", "x.phigrape", "x.fits",    "x.fits.gz"};

bool is_one_of(const std::string& name, std::initializer_list<const char*> extensions) {
    return std::any_of(extensions.begin(), extensions.end(), [&](const char* e) { return name.ends_with(e); });
}
bool holds_time(const std::string& name) { return !is_one_of(name, {".tab", ".tab.gz"}); }
bool holds_galaxies(const std::string& name) { return !is_one_of(name, {".tipsy", ".gadget2"}); }
bool holds_ids(const std::string& name) {
    return is_one_of(name, {".gadget2", ".hdf5", ".h5", ".milkomeda", ".recording", ".fits", ".fits.gz"});
}

}  // namespace

TEST_CASE("every finite float is read back bit for bit from every format") {
    const TemporaryFolder folder;
    ParticleSet particles = any_particles(70'000);  // This number of bodies is larger than one block of any reader.
    particles.time = 0.1;
    for (const std::string name : file_names) {
        CAPTURE(name);
        write_particles(folder / name, particles);
        const ParticleSet read = read_particles(folder / name);
        CHECK(same_bits(read.positions, particles.positions));
        CHECK(same_bits(read.velocities, particles.velocities));
        CHECK(read.ids == particles.ids);
        CHECK(read.time == (holds_time(name) ? 0.1 : 0));
    }
}

TEST_CASE("a scene is read back unchanged from every format, with its components if the format can store components") {
    const TemporaryFolder folder;
    const ParticleSet scene = generate_encounter(2000, 1);
    ParticleSet shuffled = scene;
    shuffle_components(shuffled);
    for (const std::string name : file_names) {
        CAPTURE(name);
        write_particles(folder / name, shuffled);
        const ParticleSet read = read_particles(folder / name);
        if (holds_galaxies(name)) {
            CHECK(same_bits(read.positions, scene.positions));
            CHECK(same_bits(read.velocities, scene.velocities));
            REQUIRE(read.components.size() == scene.components.size());
            for (std::size_t i = 0; i < scene.components.size(); ++i) {
                CHECK(full_name(read.components[i]) == full_name(scene.components[i]));
                CHECK(read.components[i].first == scene.components[i].first);
                CHECK(read.components[i].count == scene.components[i].count);
                CHECK(read.components[i].mass == doctest::Approx(scene.components[i].mass).epsilon(1e-6).scale(0));
            }
        } else {
            CHECK(read.components.size() == (name.ends_with(".tipsy") ? 2 : 3));
        }
        // Writing the particles that were read must give an identical file. Checkpoints and recordings are exceptions,
        // because they keep the order of rows.
        if (name.ends_with(".milkomeda") || name.ends_with(".recording")) continue;
        write_particles(folder / ("again-" + name), read);
        CHECK(content_of(folder / ("again-" + name)) == content_of(folder / name));
    }
}

TEST_CASE("a table is unchanged after conversion to any other format and back") {
    const TemporaryFolder folder;
    write_particles(folder / "before.tab", generate_encounter(600, 3));
    for (const std::string name : file_names) {
        if (name.ends_with(".tipsy")) continue;  // The tipsy format stores dark matter first and has no ids.
        CAPTURE(name);
        write_particles(folder / name, read_particles(folder / "before.tab"));
        write_particles(folder / "after.tab", read_particles(folder / name));
        CHECK(content_of(folder / "after.tab") == content_of(folder / "before.tab"));
    }
}

TEST_CASE("particle ids with gaps are preserved by formats that store ids") {
    const TemporaryFolder folder;
    ParticleSet particles = any_particles(4);
    particles.ids = {7, 4'000'000'000, 4'294'967'295, 2};
    for (const std::string name : file_names) {
        CAPTURE(name);
        write_particles(folder / name, particles);
        const ParticleSet read = read_particles(folder / name);
        if (holds_ids(name))
            CHECK(read.ids == std::vector<std::uint32_t>{2, 7, 4'000'000'000, 4'294'967'295});
        else
            CHECK(read.ids == std::vector<std::uint32_t>{0, 1, 2, 3});
        CHECK(same_bits({read.positions[0]}, {particles.positions[3]}));
        CHECK(same_bits({read.positions[3]}, {particles.positions[2]}));
    }
}

TEST_CASE("components that a format cannot store are reported before writing") {
    const auto lost = [](const char* format, const ParticleSet& particles) {
        return lost_components(format_for_writing("x", format), particles);
    };
    const ParticleSet scene = generate_encounter(60, 1), galaxy = generate_milky_way(60, 1);
    for (const char* format : {"table", "nemo", "csv", "hdf5"}) CHECK(lost(format, scene).empty());
    CHECK(lost("tipsy", scene).starts_with("tipsy stores dark matter and stars, but no other"));
    CHECK(lost("gadget2", scene).starts_with("gadget2 stores the type of each body, but not its galaxy"));
    CHECK(lost("table", select(scene, {.components = {"milky-way disk", "andromeda disk"}})) != "");

    ParticleSet types = galaxy;
    for (Component& component : types.components) component.galaxy.clear();
    CHECK(lost("gadget2", types).empty());
    CHECK(lost("tipsy", types) != "");
    CHECK(lost("tipsy", select(types, {.components = {"halo"}})).empty());
    CHECK(lost("gadget2", any_particles(2)) != "");  // The component "all" corresponds to no GADGET-2 type.
}

TEST_CASE("names that HDF5 formats cannot store are reported before writing") {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& name, const std::string& galaxy, const char* format,
                          std::size_t parts = 2) {
        ParticleSet particles = any_particles(2 * parts);
        particles.components.clear();
        for (std::size_t first = 0; first < particles.size(); first += 2)
            particles.components.push_back({name, galaxy, first, 2, 0});
        write_particles(folder / "x", particles, format);
        const ParticleSet found = read_particles(folder / "x");
        return lost_components(format_for_writing("x", format), particles) + "|" +
               std::to_string(found.components.size()) + " " + full_name(found.components.front());
    };
    for (const std::string format : {"hdf5", "swift"}) {
        CHECK(read("thin disk", "a", format.c_str()) == "|2 a thin disk");
        CHECK(read("thin/disk", "", format.c_str()) ==
              format + " replaces the characters ; and / in component names by -|2 thin-disk");
        CHECK(read("1 a;1 b/c", "d/e", format.c_str()) ==
              format + " replaces the characters ; and / in component names by -|2 d-e 1 a-1 b-c");
        CHECK(read(std::string(90, 'n'), "", format.c_str(), 200) ==
              format +
                  " does not store the component names, which together are too long; csv and milkomeda store them|1 "
                  "halo");
    }
}

TEST_CASE("the format of a particle file can be chosen by name") {
    const TemporaryFolder folder;
    const ParticleSet particles = generate_milky_way(30, 1);
    for (const ParticleFormat& format : particle_formats()) {
        write_particles(folder / "no extension", particles, format.name);
        CHECK(format_of_file(folder / "no extension").name == format.name);
        write_particles(folder / "wrong.tab", particles, format.name);
        CHECK(format_of_file(folder / "wrong.tab").name == format.name);
    }
    CHECK_THROWS_WITH_AS(write_particles(folder / "x.tab", particles, "gadget"),
                         "there is no format 'gadget'; there are: hdf5, milkomeda, recording, gadget2, nemo, "
                         "tipsy, phigrape, fits, csv, table, swift, "
                         "tipsy-native",
                         FileError);
}

TEST_CASE("a SWIFT file stores all bodies as one particle type, and its components are read back") {
    const TemporaryFolder folder;
    const ParticleSet scene = generate_encounter(2000, 1);
    write_particles(folder / "ics", scene, "swift");
    CHECK(same_bits(read_particles(folder / "ics").positions, scene.positions));
    CHECK(read_particles(folder / "ics").components.size() == 6);
}

TEST_CASE("native tipsy files equal standard tipsy files except for the byte order and the ids at the end") {
    const TemporaryFolder folder;
    const ParticleSet scene = generate_encounter(2000, 1);
    write_particles(folder / "standard.tipsy", scene);
    write_particles(folder / "native.tipsy", scene, "tipsy-native");
    CHECK(same_bits(read_particles(folder / "native.tipsy").positions,
                    read_particles(folder / "standard.tipsy").positions));
    const std::string content = content_of(folder / "native.tipsy");
    std::uint32_t id = 0;
    std::memcpy(&id, content.data() + content.size() - 4, 4);
    // The last id in the file is the id of the last star.
    CHECK(id == scene.components[3].first + scene.components[3].count - 1);
}

TEST_CASE("a series of files is found by its pattern and ordered by time, or by number if times are unknown") {
    const TemporaryFolder folder;
    ParticleSet particles = generate_milky_way(30, 1);
    for (const char* extension : {".csv.gz", ".nemo", ".tipsy", ".gadget2", ".hdf5", ".milkomeda", ".tab"})
        for (const int number : {10, 9, 100, 1}) {
            particles.time = 1000.0 / number;  // The file with the highest number has the earliest time.
            write_particles(folder / ("s-" + std::to_string(number) + extension), particles);
        }
    const auto numbers = [&](const std::string& pattern) {
        CHECK(is_series(folder / pattern));
        std::string found;
        for (const SeriesFile& file : find_series(folder / pattern))
            found += (found.empty() ? "" : " ") + file.path.filename().string() + "@" +
                     (file.time ? std::to_string(std::lround(*file.time)) : "?");
        return found;
    };
    CHECK(numbers("s-%d.nemo") == "s-100.nemo@10 s-10.nemo@100 s-9.nemo@111 s-1.nemo@1000");
    CHECK(numbers("s-*.hdf5") == "s-100.hdf5@10 s-10.hdf5@100 s-9.hdf5@111 s-1.hdf5@1000");
    CHECK(numbers("s-%03d.tipsy") == "s-100.tipsy@10 s-10.tipsy@100 s-9.tipsy@111 s-1.tipsy@1000");
    CHECK(numbers("?-10?.gadget2") == "s-100.gadget2@10");
    CHECK(numbers("*.csv.gz") == "s-100.csv.gz@10 s-10.csv.gz@100 s-9.csv.gz@111 s-1.csv.gz@1000");
    CHECK(numbers("s-%d.tab") == "s-1.tab@? s-9.tab@? s-10.tab@? s-100.tab@?");

    CHECK_FALSE(is_series(folder / "s-1.tab"));
    folder.put("100%d.tab", "1 2 3 4 5 6 7\n");
    // A file named exactly like the pattern exists, so the name is not treated as a pattern.
    CHECK_FALSE(is_series(folder / "100%d.tab"));
    folder.put("s-11.nemo", "no snapshot");
    CHECK_THROWS_AS(find_series(folder / "s-%d.nemo.gz"), FileError);
    CHECK_THROWS_AS(find_series(folder / "no/folder/%d.nemo"), FileError);
}

TEST_CASE("the times of a series are converted from the units of its files to model units") {
    const TemporaryFolder folder;
    ParticleSet particles = generate_milky_way(30, 1);
    particles.time = 3;
    write_particles(folder / "1.gadget2", particles);
    CHECK(find_series(folder / "?.gadget2")[0].time == 3.0);
    // The model units are 4 kpc and 220 km/s. So the time unit 1 kpc / (1 km/s) is (1/4) / (1/220) = 55 model units.
    CHECK(*find_series(folder / "?.gadget2", {UnitChoice::gadget})[0].time == doctest::Approx(3 * 55.0));
}
