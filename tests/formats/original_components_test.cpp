// Components of snapshots of other programs, which the reader takes from the initial conditions of the run. Body n has
// the position (n, 2n, 3n), the mass n and the id n; ids count from 1.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>

#include "tests/formats/foreign_files.hpp"

using namespace milkomeda;

namespace {

namespace fs = std::filesystem;
using Counts = std::map<std::string, std::vector<std::uint32_t>>;

// Initial conditions: the bodies 1 and 2 are the disk of galaxy a, 3 its halo, 4 to 6 the disk of galaxy b, and 7 and 8
// the gas of galaxy b.
void write_initial_conditions(const fs::path& path, const std::string& format = "swift") {
    ParticleSet particles;
    for (std::uint32_t n = 1; n <= 8; ++n) {
        const auto x = static_cast<float>(n);
        particles.positions.push_back({x, 2 * x, 3 * x, x});
        particles.velocities.push_back({0, 0, 0, n > 6 ? 1.0f : 0.0f});
        particles.gas.push_back(n > 6 ? GasValues{1, 1} : GasValues{});
        particles.ids.push_back(n - 1);
    }
    particles.components = {
        {"disk", "a", 0, 2, 0}, {"halo", "a", 2, 1, 0}, {"disk", "b", 3, 3, 0}, {"gas", "b", 6, 2, 0}};
    write_particles(path, particles, format);
}

struct SnapshotSpec {
    std::map<int, std::vector<double>> ids;  // of each type
    int files = 1;
    std::string run = "milkomeda";
};

void write_snapshot(const fs::path& path, const SnapshotSpec& like) {
    const Hdf5Builder build(path);
    const Hdf5Handle header = build.group("Header");
    build.attribute(header, "Time", 1.5);
    build.attribute(header, "NumFilesPerSnapshot", like.files, H5T_STD_I32LE);
    const Hdf5Handle text(H5Tcopy(H5T_C_S1), H5Tclose, ""), space(H5Screate(H5S_SCALAR), H5Sclose, "");
    H5Tset_size(text, like.run.size());
    const Hdf5Handle name(H5Acreate2(header, "RunName", text, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "");
    require_hdf5(H5Awrite(name, text, like.run.data()), "RunName");
    for (const auto& [type, ids] : like.ids) {
        std::vector<double> positions;
        for (const double id : ids) positions.insert(positions.end(), {id, 2 * id, 3 * id});
        const Hdf5Handle group = build.group("PartType" + std::to_string(type));
        build.numbers(group, "Coordinates", positions, 3, H5T_IEEE_F64LE);
        build.numbers(group, "Velocities", positions, 3, H5T_IEEE_F32LE);
        build.numbers(group, "Masses", ids, 1, H5T_IEEE_F32LE);
        build.numbers(group, "ParticleIDs", ids, 1, H5T_STD_U64LE);
    }
}

// Returns the bodies of each component. Checks that each body has kept its position and mass.
Counts bodies_of(const ParticleFile& file) {
    Counts bodies;
    const ParticleSet& particles = file.particles;
    std::size_t rows = 0;
    for (const Component& component : particles.components) {
        CHECK(component.first == rows);
        rows += component.count;
        for (std::size_t row = component.first; row < rows; ++row) {
            const std::uint32_t n = particles.ids[row] + 1;
            const auto x = static_cast<float>(n);
            CHECK(particles.positions[row].z == 3 * x);
            CHECK(particles.positions[row].w == x);
            bodies[full_name(component)].push_back(n);
        }
        std::ranges::sort(bodies[full_name(component)]);
    }
    CHECK(rows == particles.size());
    return bodies;
}

const ReadOptions model{UnitChoice::model};
const Counts of_run{{"a disk", {1, 2}}, {"a halo", {3}}, {"b disk", {4, 5, 6}}, {"b gas", {7, 8}}};
const SnapshotSpec swift_snapshot{.ids = {{0, {8, 7}}, {1, {5, 1, 3, 6, 2, 4}}}};
constexpr const char* source_note = "the program takes the component and galaxy of each body from ";

}  // namespace

TEST_CASE("a snapshot of SWIFT gets the components of ics.hdf5 in its folder or in the parent folder") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "output");
    write_initial_conditions(folder / "ics.hdf5");
    for (const fs::path& path : {folder / "snap_0000.hdf5", folder / "output/snap_0000.hdf5"}) {
        CAPTURE(path);
        write_snapshot(path, swift_snapshot);
        const ParticleFile file = read_particle_file(path, model);
        CHECK(bodies_of(file) == of_run);
        CHECK(has_note(file, source_note + (folder / "ics.hdf5").string()));
    }
    CHECK(!has_note(read_particle_file(folder / "ics.hdf5"), source_note));
}

TEST_CASE("a snapshot of GADGET-4 gets the galaxies of ics.hdf5, also if it consists of several files") {
    const TemporaryFolder folder;
    write_initial_conditions(folder / "ics.hdf5", "hdf5");
    write_snapshot(folder / "snapshot_001.hdf5", {.ids = {{0, {7, 8}}, {1, {3}}, {2, {6, 1, 5, 2, 4}}}});
    write_snapshot(folder / "snapshot_002.0.hdf5", {.ids = {{0, {7}}, {2, {6, 1, 5}}}, .files = 2});
    write_snapshot(folder / "snapshot_002.1.hdf5", {.ids = {{0, {8}}, {1, {3}}, {2, {4, 2}}}, .files = 2});
    for (const char* name : {"snapshot_001.hdf5", "snapshot_002.0.hdf5"}) {
        CAPTURE(name);
        CHECK(bodies_of(read_particle_file(folder / name, model)) == of_run);
        ReadOptions in_series = model;
        in_series.numbers = std::make_shared<IdNumbers>();
        CHECK(bodies_of(read_particle_file(folder / name, in_series)) == of_run);
    }
}

TEST_CASE("a body whose type has changed gets the component of its type in its original galaxy") {
    const TemporaryFolder folder;
    write_initial_conditions(folder / "ics.hdf5", "hdf5");
    write_snapshot(folder / "x.hdf5", {.ids = {{0, {7}}, {2, {1, 4}}, {4, {8}}}});
    CHECK(bodies_of(read_particle_file(folder / "x.hdf5", model)) ==
          Counts{{"a disk", {1}}, {"b disk", {4}}, {"b gas", {7}}, {"b stars", {8}}});
}

TEST_CASE("a snapshot keeps its types, and a note says why, if ics.hdf5 is missing, damaged or of another run") {
    const TemporaryFolder folder;
    const Counts types{{"gas", {7, 8}}, {"halo", {1, 2, 3, 4, 5, 6}}};
    write_snapshot(folder / "x.hdf5", swift_snapshot);
    const auto check = [&](const std::string& note) {
        const ParticleFile file = read_particle_file(folder / "x.hdf5", model);
        CHECK(bodies_of(file) == types);
        CHECK(has_note(file, note));
    };
    check("the snapshot does not store the components of the bodies; to show them, put the file ics.hdf5 of the run");

    folder.put("ics.hdf5", "not HDF5");
    check("cannot take the components of the bodies from " + (folder / "ics.hdf5").string());

    write_initial_conditions(folder / "ics.hdf5");
    write_snapshot(folder / "y.hdf5", {.ids = {{1, {5, 9}}}});
    const ParticleFile other = read_particle_file(folder / "y.hdf5", model);
    CHECK(bodies_of(other) == Counts{{"halo", {5, 9}}});
    CHECK(has_note(other, "it does not contain the body with the id 9"));
}

TEST_CASE("snapshots of other runs say nothing about initial conditions without components") {
    const TemporaryFolder folder;
    write_snapshot(folder / "x.hdf5", {.ids = swift_snapshot.ids, .run = "cosmology"});
    CHECK(!has_note(read_particle_file(folder / "x.hdf5", model), "ics.hdf5"));
    write_snapshot(folder / "ics.hdf5", {.ids = swift_snapshot.ids, .run = "cosmology"});
    CHECK(!has_note(read_particle_file(folder / "x.hdf5", model), "ics.hdf5"));
}
