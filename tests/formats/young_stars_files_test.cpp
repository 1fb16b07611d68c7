// Young stars and their times of birth in particle files.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/hdf5/hdf5_attributes.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/particles/selection.hpp"
#include "data/particles/young_stars.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/formats/files.hpp"
#include "tests/formats/foreign_hdf5.hpp"

using namespace milkomeda;

namespace {

constexpr double time_of_run = 7.3;
constexpr const char* birth_set = "PartType4/StellarFormationTime";

// Returns a run in which a third of the gas of galaxy a and all gas of galaxy b have become stars. The ids ascend.
ParticleSet run_with_stars() {
    ParticleSet run = any_particles(24);
    run.time = time_of_run;
    run.components = {{"gas", "a", 0, 9, 0}, {"stars", "a", 9, 4, 0}, {"gas", "b", 13, 5, 0}, {"halo", "b", 18, 6, 0}};
    run.gas.resize(run.size());
    for (std::size_t row = 0; row < run.size(); ++row) {
        const bool is_star = (row < 9 && row % 3 == 1) || (row >= 13 && row < 18);
        if (is_star) run.velocities[row].w = static_cast<float>(0.4 * static_cast<double>(row) - latest_birth);
        if (row < 9 && !is_star) run.velocities[row].w = 0.1f, run.gas[row] = {1.5f, 2.5f};
    }
    return run;
}

void check_same_run(const ParticleSet& read, const ParticleSet& run) {
    CHECK(read.ids == run.ids);
    CHECK(same_bits(read.positions, run.positions));
    CHECK(same_bits(read.velocities, run.velocities));  // also the births
    CHECK(read.gas == run.gas);
    REQUIRE(read.components.size() == run.components.size());
    for (std::size_t c = 0; c < run.components.size(); ++c) {
        CHECK(full_name(read.components[c]) == full_name(run.components[c]));
        CHECK(read.components[c].first == run.components[c].first);
        CHECK(read.components[c].count == run.components[c].count);
    }
}

Hdf5Handle opened_for_editing(const std::filesystem::path& path) {
    return {H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "open"};
}

// Reads the births of a file without the product's reader.
std::vector<double> births_in(const std::filesystem::path& path) {
    const Hdf5Handle file = opened_for_editing(path);
    const Hdf5Handle data(H5Dopen2(file, birth_set, H5P_DEFAULT), H5Dclose, birth_set);
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, birth_set);
    std::vector<double> births(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    require_hdf5(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, births.data()), birth_set);
    return births;
}

void set_births(const std::filesystem::path& path, const std::vector<double>& births) {
    const Hdf5Handle file = opened_for_editing(path);
    const Hdf5Handle data(H5Dopen2(file, birth_set, H5P_DEFAULT), H5Dclose, birth_set);
    require_hdf5(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, births.data()), birth_set);
}

void remove_births(const std::filesystem::path& path) {
    require_hdf5(H5Ldelete(opened_for_editing(path), birth_set, H5P_DEFAULT), birth_set);
}

void set_number_of_files(const std::filesystem::path& path, int files) {
    const Hdf5Handle file = opened_for_editing(path);
    const Hdf5Handle header(H5Gopen2(file, "Header", H5P_DEFAULT), H5Gclose, "open");
    require_hdf5(H5Adelete(header, "NumFilesPerSnapshot"), "delete");
    write_attribute(header, "NumFilesPerSnapshot", H5T_NATIVE_INT, 1, &files);
}

}  // namespace

TEST_CASE(
    "young stars of an HDF5 file become gas of their galaxy again, with the same bits of births, ids and masses") {
    const TemporaryFolder folder;
    const ParticleSet run = run_with_stars();
    write_particles(folder / "x.hdf5", run);
    const ParticleFile read = read_particle_file(folder / "x.hdf5");
    check_same_run(read.particles, run);
    CHECK(!has_note(read, "birth"));
    CHECK(!contains(read.unused, "StellarFormationTime"));
    CHECK(std::ranges::count(read.sources, "births", &ColumnSource::column) == 1);
    write_particles(folder / "again.hdf5", read.particles);
    CHECK(content_of(folder / "again.hdf5") == content_of(folder / "x.hdf5"));
    // The selection of components that the option --components makes keeps the stars with their gas.
    const ParticleSet gas = select(read.particles, {.components = {"b gas"}});
    CHECK(count_young_stars(gas) == 5);
}

TEST_CASE("an HDF5 file with young stars and other stars contains the births, and -1 for other stars") {
    const TemporaryFolder folder;
    ParticleSet run = run_with_stars();
    write_particles(folder / "x.hdf5", run);
    std::vector<double> expected;
    for (const std::size_t row : {1, 4, 7}) expected.push_back(birth_time(run.velocities[row]));
    expected.insert(expected.end(), 4, -1);
    for (std::size_t row = 13; row < 18; ++row) expected.push_back(birth_time(run.velocities[row]));
    CHECK(births_in(folder / "x.hdf5") == expected);

    for (Float4& velocity : run.velocities) velocity.w = std::abs(velocity.w);
    write_particles(folder / "x.hdf5", run);
    CHECK(!has_link(opened_for_editing(folder / "x.hdf5"), birth_set));
}

TEST_CASE("invalid births of young stars are refused with the star, and numbers of other stars are ignored") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "x.hdf5";
    write_particles(file, run_with_stars());
    const std::vector<double> births = births_in(file);
    using Limits = std::numeric_limits<double>;
    const auto with = [&](std::size_t place, double birth) {
        std::vector<double> changed = births;
        changed[place] = birth;
        set_births(file, changed);
        return refusal(file);
    };
    for (const double birth :
         {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 4096.0, time_of_run + 1e-3})
        CHECK(with(1, birth) == file.string() +
                                    ": body 2 of the component a young-stars: the StellarFormationTime in PartType4 is "
                                    "not finite, lies after the time of the file, or is too large; correct the number, "
                                    "or remove the data set");
    CHECK(with(1, time_of_run).empty());
    CHECK(with(1, -20).empty());  // the run began before the time 0
    CHECK(with(3, Limits::quiet_NaN()).empty());
    CHECK(with(3, 1).empty());
    check_same_run(read_particles(file), run_with_stars());
}

TEST_CASE("young stars without births stay a component of old stars, and a note says so") {
    const TemporaryFolder folder;
    for (const std::string format : {"hdf5", "swift"}) {
        write_particles(folder / "x", run_with_stars(), format);
        if (format == "hdf5") remove_births(folder / "x");
        const ParticleFile read = read_particle_file(folder / "x");
        CHECK(has_note(read,
                       "a young-stars: the file does not contain all times of birth; the program treats these "
                       "bodies as old stars"));
        CHECK(count_young_stars(read.particles) == 0);
        CHECK(std::ranges::count(read.particles.components, young_stars_name, &Component::name) == 2);
        CHECK(std::ranges::none_of(read.particles.velocities, [](const Float4& v) { return is_young_star(v); }));
    }
}

TEST_CASE("births in files of other programs are not used, because they may be scale factors") {
    const TemporaryFolder folder;
    {
        const Hdf5Builder build(folder / "x");
        build.attribute(build.group("Header"), "Time", 1.5);
        const Hdf5Handle stars = build.body(4, 1, 1, H5T_IEEE_F64LE, false);
        build.numbers(stars, "Masses", std::array{1.0}, 1, H5T_IEEE_F64LE);
        build.numbers(stars, "StellarFormationTime", std::array{0.5}, 1, H5T_IEEE_F64LE);
    }
    const ParticleFile read = read_particle_file(folder / "x");
    CHECK(contains(read.unused, birth_set));
    CHECK(read.particles.velocities[0].w == 0);
    CHECK(full_name(read.particles.components[0]) == "stars");
}

TEST_CASE("births have the unit of the time in the header") {
    const TemporaryFolder folder;
    {
        const Hdf5Builder build(folder / "x");
        const Hdf5Handle header = build.group("Header"), stars = build.body(4, 1, 1, H5T_IEEE_F32LE, false);
        build.attribute(header, "Time", 1.5);
        build.attribute(header, "HubbleParam", 0.5);
        build.attribute(header, "UnitLength_in_cm", 3.0856775814913673e21);
        build.attribute(header, "UnitMass_in_g", 1.98841e43);
        build.attribute(header, "UnitVelocity_in_cm_per_s", 1e5);
        build.numbers(stars, "Masses", std::array{1.0}, 1, H5T_IEEE_F32LE);
        build.numbers(stars, "StellarFormationTime", std::array{0.5}, 1, H5T_IEEE_F32LE, true);
        const std::string text = "1 young-stars";
        const Hdf5Handle type = type_of_text(text);
        const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, "");
        const Hdf5Handle attribute(H5Acreate2(stars, "Components", type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                                   "");
        require_hdf5(H5Awrite(attribute, type, text.data()), "");
    }
    const ParticleSet read = read_particles(folder / "x");
    CHECK(full_name(read.components[0]) == "gas");
    // a kpc/h divided by a km/s, in the unit of 4 kpc / (220 km/s)
    CHECK(read.time == doctest::Approx(1.5 / 0.5 / 4 * 220).scale(0));
    CHECK(std::abs(birth_time(read.velocities[0]) - 0.5 / 0.5 / 4 * 220) < birth_rounding);
    CHECK(birth_time(read_particles(folder / "x", {UnitChoice::model}).velocities[0]) == 0.5);
}

TEST_CASE("the births of a snapshot of several files are kept unless a file lacks births") {
    const TemporaryFolder folder;
    const ParticleSet run = run_with_stars();
    for (const std::string number : {"0", "1"}) {
        ParticleSet part = select(run, {});
        for (std::uint32_t& id : part.ids) id += number == "0" ? 0 : 100;
        write_particles(folder / ("x." + number + ".hdf5"), part);
        set_number_of_files(folder / ("x." + number + ".hdf5"), 2);
    }
    const ParticleSet whole = read_particles(folder / "x.0.hdf5");
    REQUIRE(whole.size() == 2 * run.size());
    CHECK(count_young_stars(whole) == 2 * count_young_stars(run));
    for (std::size_t row = 0; row < whole.size(); ++row) {
        const std::size_t from = whole.ids[row] % 100;
        CHECK(whole.velocities[row].w == run.velocities[from].w);
        CHECK(whole.gas[row] == run.gas[from]);
    }
    remove_births(folder / "x.1.hdf5");
    const ParticleFile without = read_particle_file(folder / "x.0.hdf5");
    CHECK(has_note(without, "b young-stars: the file does not contain all times of birth"));
    CHECK(std::ranges::none_of(without.particles.velocities, [](const Float4& v) { return is_young_star(v); }));
}

TEST_CASE("formats without births say that they omit them, and states and recordings keep them") {
    const TemporaryFolder folder;
    const ParticleSet run = run_with_stars();
    for (const ParticleFormat& format : particle_formats()) {
        CAPTURE(format.name);
        const bool keeps = format.name == "hdf5" || format.name == "milkomeda" || format.name == "recording";
        const std::string text = "omits the times of birth of young stars; hdf5 and milkomeda store them";
        CHECK(lost_components(format, run).ends_with(text) == !keeps);
        write_particles(folder / "x", run, format.name);
        CHECK(count_young_stars(read_particles(folder / "x")) == (keeps ? 8 : 0));
    }
    CHECK(lost_components(format_for_writing("x", "swift"), run).find("omits the times of birth") != std::string::npos);
}
