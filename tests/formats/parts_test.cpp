// Snapshots of several files: joining of parts, virtual files, missing parts, and series of such snapshots. Body n has
// the position (n, 2n, 3n), the velocity (-n, 0, n), the mass n and the id n.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

#include "data/formats/snapshot_files.hpp"
#include "data/particles/row_order.hpp"
#include "data/series/series_numbers.hpp"
#include "tests/formats/foreign_files.hpp"

using namespace milkomeda;

namespace {

namespace fs = std::filesystem;

const ReadOptions unconverted{UnitChoice::model};
using Ids = std::vector<double>;

// A part of an HDF5 snapshot, with bodies of the types 1 and 4.
struct PartSpec {
    Ids halo, stars;
    int files = 2;
    double time = 1.5, box = 100;
    bool masses = true, ids = true, header = true;
};

std::vector<double> vectors_of(const Ids& ids, const std::array<double, 3>& factors) {
    std::vector<double> numbers;
    for (const double id : ids)
        for (const double factor : factors) numbers.push_back(factor * id);
    return numbers;
}

void write_part(const fs::path& path, const PartSpec& like) {
    const Hdf5Builder build(path);
    if (like.header) {
        const Hdf5Handle header = build.group("Header");
        const std::array counts{0.0, double(like.halo.size()), 0.0, 0.0, double(like.stars.size()), 0.0};
        build.attribute(header, "NumPart_ThisFile", counts, H5T_STD_I32LE);
        build.attribute(header, "NumFilesPerSnapshot", like.files, H5T_STD_I32LE);
        build.attribute(header, "Time", like.time);
        build.attribute(header, "BoxSize", like.box);
    }
    for (const auto& [name, ids] : {std::pair{"PartType1", like.halo}, std::pair{"PartType4", like.stars}}) {
        if (ids.empty()) continue;
        const Hdf5Handle group = build.group(name);
        build.numbers(group, "Coordinates", vectors_of(ids, {1, 2, 3}), 3, H5T_IEEE_F64LE);
        build.numbers(group, "Velocities", vectors_of(ids, {-1, 0, 1}), 3, H5T_IEEE_F32LE);
        if (like.masses) build.numbers(group, "Masses", ids, 1, H5T_IEEE_F32LE);
        if (like.ids) build.numbers(group, "ParticleIDs", ids, 1, H5T_STD_U32LE);
    }
}

// Writes a GADGET-2 file, and then the number of files into its header.
void write_gadget_part(const fs::path& path, const std::vector<std::uint32_t>& ids, std::int32_t files,
                       double time = 1.5) {
    ParticleSet particles;
    for (const std::uint32_t id : ids) {
        const auto n = static_cast<float>(id);
        particles.positions.push_back({n, 2 * n, 3 * n, n});
        particles.velocities.push_back({-n, 0, n, 0});
        particles.ids.push_back(id - 1);  // the writer counts from 1
    }
    particles.components = {{"halo", "", 0, ids.size(), 0}};
    particles.time = time;
    fs::path named = path;
    named += ".gadget2";
    write_particles(named, particles);
    std::string content = content_of(named);
    constexpr std::size_t place = 4 + 124;
    std::memcpy(content.data() + place, &files, sizeof files);
    fs::remove(named);
    std::ofstream(path, std::ios::binary) << content;
}

// Writes a virtual file for the file `source`, which has `rows` bodies of type 1.
void write_virtual(const fs::path& path, const std::string& source, hsize_t rows) {
    const Hdf5Builder build(path);
    const Hdf5Handle header = build.group("Header"), group = build.group("PartType1");
    build.attribute(header, "NumPart_ThisFile", std::array{0.0, double(rows), 0.0, 0.0, 0.0, 0.0}, H5T_STD_I32LE);
    build.attribute(header, "NumFilesPerSnapshot", 1, H5T_STD_I32LE);
    build.attribute(header, "Time", 1.5);
    for (const auto& [name, width] :
         {std::pair{"Coordinates", 3}, {"Velocities", 3}, {"Masses", 1}, {"ParticleIDs", 1}}) {
        const std::array<hsize_t, 2> sizes{rows, hsize_t(width)};
        const Hdf5Handle space(H5Screate_simple(width == 1 ? 1 : 2, sizes.data(), nullptr), H5Sclose, name);
        const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
        const std::string from = std::string{"PartType1/"} + name;
        require_hdf5(H5Pset_virtual(creation, space, source.c_str(), from.c_str(), space), name);
        const Hdf5Handle data(H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                              H5Dclose, name);
    }
}

// Checks that the file contains the bodies with these ids in this order, in components with these names.
void check_parts(const fs::path& path, const std::vector<std::uint32_t>& ids, const std::vector<std::string>& names) {
    CAPTURE(path);
    const ParticleFile file = read_particle_file(path, unconverted);
    const ParticleSet& particles = file.particles;
    REQUIRE(particles.size() == ids.size());
    std::vector<std::string> found;
    for (const Component& component : particles.components) found.push_back(component.name);
    CHECK(found == names);
    for (std::size_t row = 0; row < ids.size(); ++row) {
        CHECK(particles.ids[row] + 1 == ids[row]);
        const auto n = static_cast<float>(ids[row]);
        const Float4 x = particles.positions[row], v = particles.velocities[row];
        CHECK(std::array{x.x, x.y, x.z, x.w} == std::array{n, 2 * n, 3 * n, n});
        CHECK(std::array{v.x, v.y, v.z} == std::array{-n, 0.0f, n});
    }
    CHECK(particles.time == 1.5);
    for (const std::string& note : file.notes) CHECK(note.find("files; the program reads only") == note.npos);
}

std::vector<std::string> names_of(const fs::path& pattern) {
    std::vector<std::string> names;
    for (const SeriesFile& file : find_series(pattern, unconverted)) names.push_back(file.path.filename().string());
    return names;
}
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("any part and the folder of an HDF5 snapshot open the bodies of all parts in the order of the files") {
    const TemporaryFolder folder;
    write_part(folder / "snap_007.0.hdf5", {.halo = {5, 1}, .stars = {8}, .files = 3});
    write_part(folder / "snap_007.1.hdf5", {.halo = {}, .stars = {}, .files = 3});
    write_part(folder / "snap_007.2.hdf5", {.halo = {4, 2}, .stars = {7, 3, 6}, .files = 3});
    folder.put("readme.txt", "1 2 3 4 5 6 7\n");
    for (const char* name : {"snap_007.0.hdf5", "snap_007.1.hdf5", "snap_007.2.hdf5", ""})
        check_parts(folder / name, {5, 1, 4, 2, 8, 7, 3, 6}, {"halo", "stars"});
    CHECK(read_particle_file(folder / "").files == 3);
    std::vector<std::size_t> reports;
    read_particle_file(folder / "", {}, [&](std::size_t done) { reports.push_back(done); });
    CHECK(reports == std::vector<std::size_t>{1, 2, 3});
}

TEST_CASE("any part and the folder of a GADGET snapshot open the bodies of all parts in the order of the files") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "snapdir_000");
    write_gadget_part(folder / "snapdir_000/snap_000.0", {4, 2, 6}, 2);
    write_gadget_part(folder / "snapdir_000/snap_000.1", {1, 5, 3}, 2);
    // The writer puts the bodies of each file into the order of their ids.
    for (const char* name : {"snapdir_000/snap_000.0", "snapdir_000/snap_000.1", "snapdir_000", "snapdir_000/"})
        check_parts(folder / name, {2, 4, 6, 1, 3, 5}, {"halo"});
}

namespace {

// How the bodies of a snapshot are stored.
struct Storage {
    double id_factor = 1;  // the ids are multiples of this number
    hid_t position_type = H5T_IEEE_F32LE;
    bool compressed = false;
    double unit = 1;  // length unit in kpc
};

// Writes bodies of the types 1 and 4. Body n has the id n * id_factor, and lies in a box with the edge 100.
void write_bodies(const fs::path& path, std::span<const double> bodies, int files, const Storage& like) {
    const Hdf5Builder build(path);
    const Hdf5Handle header = build.group("Header");
    build.attribute(header, "NumFilesPerSnapshot", files, H5T_STD_I32LE);
    build.attribute(header, "Time", 1.5);
    build.attribute(header, "BoxSize", 100);
    build.attribute(header, "UnitLength_in_cm", 3.0856775814913673e21 * like.unit);
    build.attribute(header, "UnitMass_in_g", 1.98841e43);
    build.attribute(header, "UnitVelocity_in_cm_per_s", 1e5);
    for (const auto& [name, remainder] : {std::pair{"PartType1", 0.0}, std::pair{"PartType4", 1.0}}) {
        std::vector<double> positions, velocities, masses, ids;
        for (const double n : bodies) {
            if (std::fmod(n, 2) != remainder) continue;
            // On each axis, the bodies are within 10 length units of a corner of the box, so they cross the edges.
            for (const double step : {0.377, 0.593, 0.811})
                positions.push_back(std::fmod(100 + 10 * std::sin(step * n), 100));
            velocities.insert(velocities.end(), {n, -n, 0.5 * n});
            masses.push_back(1 + std::fmod(n, 7));
            ids.push_back(n * like.id_factor);
        }
        const Hdf5Handle group = build.group(name);
        build.numbers(group, "Coordinates", positions, 3, like.position_type, like.compressed);
        build.numbers(group, "Velocities", velocities, 3, H5T_IEEE_F32LE, like.compressed);
        build.numbers(group, "Masses", masses, 1, H5T_IEEE_F32LE, like.compressed);
        build.numbers(group, "ParticleIDs", ids, 1, H5T_STD_U64LE, like.compressed);
    }
}

}  // namespace

TEST_CASE("several files give the same bodies as one file, for all kinds of ids and numbers") {
    std::vector<double> bodies(5000);
    std::iota(bodies.begin(), bodies.end(), 1);
    std::ranges::shuffle(bodies, std::mt19937{3});
    // The reader handles consecutive ids, scattered ids of 32 bits and ids of more than 32 bits differently.
    for (const Storage& like : {Storage{}, Storage{.id_factor = 1000}, Storage{.id_factor = 1e9},
                                Storage{.position_type = H5T_IEEE_F64LE}, Storage{.compressed = true, .unit = 1000}}) {
        CAPTURE(like.id_factor);
        CAPTURE(like.compressed);
        const TemporaryFolder folder;
        const std::span all(bodies);
        write_bodies(folder / "whole.hdf5", all, 1, like);
        write_bodies(folder / "x.0.hdf5", all.first(1000), 3, like);
        write_bodies(folder / "x.1.hdf5", all.subspan(1000, 3000), 3, like);
        write_bodies(folder / "x.2.hdf5", all.last(1000), 3, like);
        ParticleFile whole = read_particle_file(folder / "whole.hdf5"), parts = read_particle_file(folder / "x.0.hdf5");
        std::ranges::sort(whole.notes);
        std::ranges::sort(parts.notes);
        CHECK(parts.notes == whole.notes);
        CHECK(has_note(parts, "the set crosses the edge of its periodic box"));
        CHECK(parts.particles.components[0].name == "halo");  // type 1 precedes type 4
        sort_by_id(parts.particles);
        CHECK(parts.particles.ids == whole.particles.ids);
        CHECK(parts.particles.origin == whole.particles.origin);
        REQUIRE(parts.particles.size() == bodies.size());
        const auto same = [](const Float4& a, const Float4& b) { return std::memcmp(&a, &b, sizeof a) == 0; };
        CHECK(std::ranges::equal(parts.particles.positions, whole.particles.positions, same));
        CHECK(std::ranges::equal(parts.particles.velocities, whole.particles.velocities, same));
        REQUIRE(parts.particles.components.size() == 2);
        CHECK(parts.particles.components[0].name == "stars");  // the body 1 is a star
        for (std::size_t row = 0; row + 1 < parts.particles.components[0].count; ++row)
            CHECK(parts.particles.velocities[row + 1].x > parts.particles.velocities[row].x);
    }
}

TEST_CASE("bodies without ids keep the order of the parts, and components the order of the particle types") {
    const TemporaryFolder folder;
    write_part(folder / "x.0.hdf5", {.halo = {}, .stars = {3, 1}, .ids = false});
    write_part(folder / "x.1.hdf5", {.halo = {2}, .stars = {4}, .ids = false});
    const ParticleSet particles = read_particles(folder / "x.1.hdf5", unconverted);
    REQUIRE(particles.size() == 4);
    CHECK(particles.components[0].name == "halo");
    CHECK(particles.components[1].name == "stars");
    const std::array expected{2.0f, 3.0f, 1.0f, 4.0f};
    for (std::size_t row = 0; row < 4; ++row) CHECK(particles.positions[row].x == expected[row]);
    CHECK(particles.ids == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("a missing part is an error that names the part") {
    const TemporaryFolder folder;
    write_part(folder / "snap.0.hdf5", {.halo = {1}, .stars = {}, .files = 3});
    write_part(folder / "snap.2.hdf5", {.halo = {2}, .stars = {}, .files = 3});
    for (const char* name : {"snap.0.hdf5", "snap.2.hdf5", ""})
        CHECK(refusal(folder / name).find("consists of 3 files, but snap.1.hdf5 is missing") != std::string::npos);
    write_gadget_part(folder / "old.08", {1}, 9);
    CHECK(refusal(folder / "old.08").find("old.00 is missing") != std::string::npos);
}

TEST_CASE("files of different snapshots are not joined") {
    const TemporaryFolder folder;
    const auto refused = [&](const PartSpec& second, const std::string& why) {
        write_part(folder / "x.0.hdf5", {.halo = {1}, .stars = {}});
        write_part(folder / "x.1.hdf5", second);
        const std::string error = refusal(folder / "x.0.hdf5");
        CHECK_MESSAGE(error.find("x.1.hdf5: has the " + why) != error.npos, error);
    };
    // 1 kpc / (1 km/s), the unit of time of GADGET, is 55 model units.
    refused({.halo = {2}, .stars = {}, .time = 3}, "time 165, but x.0.hdf5 has 82.5");
    refused({.halo = {2}, .stars = {}, .files = 4}, "number of files 4, but x.0.hdf5 has 2");
}

TEST_CASE("a note says which part lacks masses or ids that other parts have") {
    const TemporaryFolder folder;
    write_part(folder / "x.0.hdf5", {.halo = {2, 1}, .stars = {}});
    write_part(folder / "x.1.hdf5", {.halo = {4, 3}, .stars = {}, .masses = false, .ids = false});
    const ParticleFile file = read_particle_file(folder / "x.0.hdf5", unconverted);
    CHECK(has_note(file, "x.1.hdf5: the file contains no masses; the program sets the masses of its bodies to 0"));
    CHECK(has_note(file, "x.1.hdf5: the file contains no ids; the program ignores the ids of the other files"));
    CHECK(file.particles.positions[0].w == 2);
    CHECK(file.particles.positions[2].w == 0);
}

TEST_CASE("a note that several parts have in common appears once") {
    const TemporaryFolder folder;
    for (const int number : {0, 1})
        write_part(folder / ("x." + std::to_string(number) + ".hdf5"), {.halo = {1.0 + number}, .stars = {}});
    const ParticleFile file = read_particle_file(folder / "x.0.hdf5");
    CHECK(std::ranges::count_if(file.notes, [](const std::string& note) { return note.find("units") != note.npos; }) ==
          1);
}

TEST_CASE("numbered snapshots of one file each are not joined; a file without part number is read alone with a note") {
    const TemporaryFolder folder;
    write_gadget_part(folder / "snap.0", {1, 2}, 1, 1.5);
    write_gadget_part(folder / "snap.1", {3}, 1, 2.5);
    CHECK(read_particles(folder / "snap.0", unconverted).size() == 2);
    CHECK(names_of(folder / "snap.%d") == Names{"snap.0", "snap.1"});
    CHECK(series_of(folder / "snap.0") == folder / "snap.%d");
    write_part(folder / "cutout_01.hdf5", {.halo = {1}, .stars = {2}, .files = 16});
    CHECK(has_note(read_particle_file(folder / "cutout_01.hdf5"), "consists of 16 files; the program reads only"));
}

TEST_CASE("a snapshot is read through its virtual file, even if one of its parts or its folder is opened") {
    const TemporaryFolder folder;
    write_part(folder / "virt.0.hdf5", {.halo = {3, 1, 2}, .stars = {}, .header = false});
    write_virtual(folder / "virt.hdf5", "/nowhere/virt.0.hdf5", 3);
    for (const char* name : {"virt.hdf5", "virt.0.hdf5", ""}) check_parts(folder / name, {1, 2, 3}, {"halo"});
    CHECK(snapshot_files(folder / "virt.0.hdf5").behind == std::vector<fs::path>{folder / "virt.0.hdf5"});
    CHECK(names_of(folder / "virt*.hdf5") == Names{"virt.hdf5"});
    CHECK_FALSE(series_of(folder / "virt.0.hdf5"));
    fs::remove(folder / "virt.0.hdf5");
    CHECK(refusal(folder / "virt.hdf5").find("the part /nowhere/virt.0.hdf5 is missing") != std::string::npos);
}

TEST_CASE("the parts of a snapshot are one moment of a series") {
    const TemporaryFolder folder;
    for (const int moment : {0, 1, 3})
        for (const int part : {0, 1})
            write_part(folder / fmt::format("snap_{:03}.{}.hdf5", moment, part),
                       {.halo = {1.0 + part}, .stars = {}, .time = 10.0 + moment});
    const Names first_parts{"snap_000.0.hdf5", "snap_001.0.hdf5", "snap_003.0.hdf5"};
    for (const char* pattern : {"snap_%d.0.hdf5", "snap_%03d.%d.hdf5", "*.hdf5", "snap_*.1.hdf5"})
        CHECK(names_of(folder / pattern) == first_parts);
    CHECK(is_series(folder / ""));
    CHECK(names_of(folder / "") == first_parts);
    const std::string several = refusal(folder / "");
    CHECK(several.find("contains several snapshots, for example snap_000.0.hdf5 and snap_001.0.hdf5") != several.npos);

    const auto series = find_series(folder / "snap_%d.0.hdf5", unconverted);
    CHECK(*series[1].time == 11);
    CHECK(read_snapshot(series[1], unconverted).particles.size() == 2);
    CHECK(missing_files(series).starts_with("snap_002.0.hdf5 is missing"));
    CHECK(series_of(folder / "snap_001.1.hdf5") == folder / "snap_%d.0.hdf5");
    CHECK(contains(series[1], folder / "snap_001.1.hdf5"));
    CHECK_FALSE(contains(series[1], folder / "snap_003.1.hdf5"));
}

TEST_CASE("numbered folders with parts are a series") {
    const TemporaryFolder folder;
    for (const int moment : {0, 1}) {
        fs::create_directories(folder / fmt::format("snapdir_{:03}", moment));
        for (const std::uint32_t part : {0u, 1u})
            write_gadget_part(folder / fmt::format("snapdir_{0:03}/snap_{0:03}.{1}", moment, part), {part + 1}, 2,
                              10 + moment);
    }
    fs::create_directories(folder / "snapdir_plots");
    CHECK(is_series(folder / "snapdir_%d"));
    for (const char* pattern : {"snapdir_%03d", "snapdir_*"})
        CHECK(names_of(folder / pattern) == Names{"snapdir_000", "snapdir_001"});
    const auto series = find_series(folder / "snapdir_%d", unconverted);
    CHECK(*series[1].time == 11);
    CHECK(read_snapshot(series[1], unconverted).particles.size() == 2);
    for (const char* name : {"snapdir_001/snap_001.1", "snapdir_001"})
        CHECK(series_of(folder / name) == folder / "snapdir_%d");
    CHECK(contains(series[1], folder / "snapdir_001/snap_001.1"));
    CHECK_FALSE(is_series(folder / "snapdir_000"));
}

TEST_CASE("a folder without snapshots is refused, and other files of a folder are ignored") {
    const TemporaryFolder folder;
    folder.put("x.tab", "1 2 3 4 5 6 7\n");
    folder.put("log.txt", "nothing");
    CHECK(refusal(folder / "").ends_with("is a folder, not a particle file"));
    {
        const Hdf5Builder build(folder / "fof_subhalo_tab_007.0.hdf5");
        build.attribute(build.group("Header"), "NumFiles", 2, H5T_STD_I32LE);
    }
    CHECK(refusal(folder / "").ends_with("is a folder, not a particle file"));
    write_part(folder / "snap.hdf5", {.halo = {1}, .stars = {}, .files = 1});
    check_parts(folder / "", {1}, {"halo"});
}
