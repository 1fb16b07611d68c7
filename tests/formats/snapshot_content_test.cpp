// HDF5 snapshots are recognized by their content: names, units, counts and links differ between programs. The expected
// numbers are computed here from the conventions of the programs, not with code of the reader.
#include <doctest/doctest.h>

#include <cmath>

#include "data/hdf5/hdf5_snapshot.hpp"
#include "data/particles/cosmology.hpp"
#include "tests/formats/foreign_files.hpp"

using namespace milkomeda;

namespace {

constexpr double kpc = 3.0856775814913673e21, solar_mass = 1.98841e33, km_s = 1e5;
// model units: 4 kpc, 220 km/s, and the mass for which G = 1
constexpr double model_length = 4 * kpc, model_speed = 220 * km_s;
constexpr double model_mass = model_speed * model_speed * model_length / 6.6743e-8;

using Build = Hdf5Builder;

struct Attribute {
    std::string name;
    std::vector<double> values;
};

// Describes a snapshot with two bodies of type 1. The defaults give a snapshot of GADGET in kpc, 1e10 solar masses and
// km/s.
struct Spec {
    std::string group = "PartType1", position = "Coordinates", velocity = "Velocities", mass = "Masses",
                id = "ParticleIDs";
    hid_t position_type = H5T_IEEE_F64LE, id_type = H5T_STD_U64LE;
    std::vector<double> positions{1, 2, 3, 10, 20, 30}, ids{7, 9};
    std::vector<Attribute> header{{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0}}};
    std::vector<std::pair<std::string, std::vector<Attribute>>> groups{};  // further groups with attributes
    // attributes of the data sets of positions, velocities and masses
    std::vector<Attribute> position_attributes{}, velocity_attributes{}, mass_attributes{};
    std::string header_name = "Header";
};

void add_attributes(hid_t object, const std::vector<Attribute>& attributes) {
    for (const auto& [name, values] : attributes)
        if (values.size() == 1)
            Build::attribute(object, name, values[0]);
        else
            Build::attribute(object, name, values);
}

void add_numbers(hid_t group, const std::string& name, std::span<const double> values, hsize_t width, hid_t type,
                 const std::vector<Attribute>& attributes = {}) {
    if (name.empty()) return;
    Build::numbers(group, name, values, width, type);
    const Hdf5Handle data(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, name);
    add_attributes(data, attributes);
}

void write(const std::filesystem::path& path, const Spec& spec) {
    const Build build(path);
    if (!spec.header_name.empty()) add_attributes(build.group(spec.header_name), spec.header);
    for (const auto& [name, attributes] : spec.groups) add_attributes(build.group(name), attributes);
    const Hdf5Handle part = build.group(spec.group);
    add_numbers(part, spec.position, spec.positions, 3, spec.position_type, spec.position_attributes);
    add_numbers(part, spec.velocity, std::array{1., 2., 3., 4., 5., 6.}, 3, H5T_IEEE_F32LE, spec.velocity_attributes);
    add_numbers(part, spec.mass, std::array{1., 2.}, 1, H5T_IEEE_F32LE, spec.mass_attributes);
    add_numbers(part, spec.id, spec.ids, 1, spec.id_type);
}

// Reads the columns of the snapshot as they are before complete() rounds and sorts them.
ParticleFile columns_of(const Spec& spec, const ReadOptions& options = {}) {
    const TemporaryFolder folder;
    write(folder / "snapshot", spec);
    return read_hdf5(folder / "snapshot", options);
}

doctest::Approx near(double value) { return doctest::Approx(value).epsilon(1e-6).scale(0); }

// Compares the bodies of a Spec with the default numbers in units of these sizes in cgs.
void check_units(const ParticleFile& file, double length, double mass, double speed) {
    REQUIRE(file.particles.size() == 2);
    CHECK(exact_position(file, 1).z == doctest::Approx(30 * length / model_length).epsilon(1e-12).scale(0));
    CHECK(file.particles.positions[1].w == near(2 * mass / model_mass));
    CHECK(file.particles.velocities[1].y == near(5 * speed / model_speed));
}
void check_gadget_units(const ParticleFile& file) { check_units(file, kpc, 1e10 * solar_mass, km_s); }

const ColumnSource& column_source(const ParticleFile& file, const std::string& column) {
    const auto found = std::ranges::find(file.sources, column, &ColumnSource::column);
    REQUIRE(found != file.sources.end());
    return *found;
}

}  // namespace

TEST_CASE("data sets and groups of snapshots are found by the names of different programs") {
    for (const auto& [position, velocity, mass, id] :
         {std::array{"Coordinates", "Velocities", "Masses", "ParticleIDs"},
          std::array{"Position", "Velocity", "Mass", "ParticleIds"}, std::array{"Pos", "Vel", "mass", "IDs"},
          std::array{"coordinates", "velocities", "masses", "particle_ids"},
          std::array{"Coordinates", "Velocities", "DynamicalMasses", "ParticleIDs"}})
        for (const char* group : {"PartType1", "parttype1"}) {
            CAPTURE(mass);
            const ParticleFile file =
                columns_of({.group = group, .position = position, .velocity = velocity, .mass = mass, .id = id});
            check_gadget_units(file);
            CHECK(file.exact_ids == std::vector<std::uint64_t>{7, 9});
            CHECK(file.unused.empty());
            CHECK(column_source(file, "masses").from == std::string(group) + "/" + mass);
        }
    check_gadget_units(columns_of({.header_name = "header"}));
}

TEST_CASE("black holes get their dynamical masses, not the subgrid masses of the accretion model") {
    const TemporaryFolder folder;
    {
        const Build build(folder / "x");
        build.attribute(build.group("Header"), "NumPart_ThisFile", std::array{0., 0., 0., 0., 0., 2.});
        const Hdf5Handle part = build.group("PartType5");
        add_numbers(part, "Coordinates", std::array{1., 2., 3., 10., 20., 30.}, 3, H5T_IEEE_F64LE);
        add_numbers(part, "SubgridMasses", std::array{7., 8.}, 1, H5T_IEEE_F32LE);
        add_numbers(part, "DynamicalMasses", std::array{1., 2.}, 1, H5T_IEEE_F32LE);
    }
    const ParticleFile file = read_hdf5(folder / "x", {});
    CHECK(file.particles.positions[1].w == near(2 * 1e10 * solar_mass / model_mass));
    CHECK(file.unused == std::vector<std::string>{"PartType5/SubgridMasses"});
}

TEST_CASE("ids of snapshots may have any width and type") {
    for (const hid_t type :
         {H5T_STD_U8LE, H5T_STD_I16BE, H5T_STD_I32LE, H5T_STD_U32BE, H5T_STD_I64LE, H5T_IEEE_F64LE, H5T_IEEE_F32LE})
        CHECK(columns_of({.id_type = type}).exact_ids == std::vector<std::uint64_t>{7, 9});
    CHECK(columns_of({.id_type = H5T_IEEE_F64LE, .ids = {6950480289457., 9007199254740991.}}).exact_ids ==
          std::vector<std::uint64_t>{6950480289457, 9007199254740991});
    const ParticleFile without = columns_of({.id = ""});
    CHECK(without.exact_ids.empty());
}

TEST_CASE("integer positions are fractions of the box") {
    const std::vector<Attribute> header{{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0}}, {"BoxSize", {100}}};
    for (const auto& [type, steps] : {std::pair{H5T_STD_U32LE, 0x1p32}, std::pair{H5T_STD_U64LE, 0x1p64}}) {
        // GADGET-4 states the size of a step in cm as to_cgs.
        const ParticleFile file = columns_of({.position = "IntCoordinates",
                                              .position_type = type,
                                              .positions = {0, steps / 2, steps / 4, steps / 8, 0, steps * 0.75},
                                              .header = header,
                                              .position_attributes = {{"to_cgs", {100 * kpc / steps}}}});
        CHECK(exact_position(file, 0).y == near(50 * kpc / model_length));
        CHECK(exact_position(file, 1).x == near(12.5 * kpc / model_length));
        CHECK(exact_position(file, 1).z == near(75 * kpc / model_length));
        REQUIRE(file.box);
        CHECK(file.box->x == near(100 * kpc / model_length));
    }
    CHECK_THROWS_WITH_AS(columns_of({.position = "IntCoordinates", .position_type = H5T_STD_U32LE}),
                         doctest::Contains("the file does not state the BoxSize"), FileError);
}

TEST_CASE("units and header fields may have any spelling and group, and scalars may be arrays") {
    // GIZMO: pc, solar masses and km/s, with 1/h
    const std::vector<Attribute> gizmo{{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0}},
                                       {"UnitLength_In_CGS", {kpc / 1000}},
                                       {"UnitMass_In_CGS", {solar_mass}},
                                       {"UnitVelocity_In_CGS", {km_s}},
                                       {"HubbleParam", {0.5}},
                                       {"Omega_Matter", {0.3}}};
    check_units(columns_of({.header = gizmo}), 2 * kpc / 1000, 2 * solar_mass, km_s);
    // EAGLE: units in a group Units, with the names of GADGET
    check_units(columns_of({.groups = {{"Units",
                                        {{"UnitLength_in_cm", {1000 * kpc}},
                                         {"UnitMass_in_g", {1e10 * solar_mass}},
                                         {"UnitVelocity_in_cm_per_s", {km_s}}}}}}),
                1000 * kpc, 1e10 * solar_mass, km_s);
    // a unit of time instead of a unit of velocity
    check_units(columns_of({.groups = {{"Units",
                                        {{"UnitLength_in_cm", {1000 * kpc}},
                                         {"UnitMass_in_g", {1e10 * solar_mass}},
                                         {"UnitTime_in_s", {1000 * kpc / km_s}}}}}}),
                1000 * kpc, 1e10 * solar_mass, km_s);
    // SWIFT: seven types, no powers of h
    const ParticleFile swift = columns_of({.header = {{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0, 0}}},
                                           .groups = {{"Units",
                                                       {{"Unit length in cgs (U_L)", {1000 * kpc}},
                                                        {"Unit mass in cgs (U_M)", {1e10 * solar_mass}},
                                                        {"Unit time in cgs (U_t)", {1000 * kpc / km_s}}}},
                                                      {"Cosmology", {{"h", {0.5}}, {"Cosmological run", {0}}}}}});
    check_units(swift, 1000 * kpc, 1e10 * solar_mass, km_s);
    CHECK(column_source(swift, "positions").note == "unit from the attribute Units/Unit length in cgs (U_L)");
    // the option --units overrides the file
    check_units(columns_of({.header = gizmo}, {UnitChoice::gadget}), 2 * kpc, 2e10 * solar_mass, km_s);
    check_units(columns_of({.header = gizmo}, {UnitChoice::model}), model_length, model_mass, model_speed);
}

TEST_CASE("the attributes of a data set state its unit") {
    using List = std::vector<Attribute>;
    const List header{{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0}}, {"HubbleParam", {0.5}}, {"Redshift", {1}}};
    // The attributes state the units a * Mpc/h, 1e10 solar masses/h and sqrt(a) * km/s, where a is the scale factor.
    const auto spec = [&](const char* cgs, const char* a, const char* h) {
        return Spec{.header = header,
                    .position_attributes = {{cgs, {1000 * kpc}}, {a, {1}}, {h, {-1}}},
                    .velocity_attributes = {{cgs, {km_s}}, {a, {0.5}}, {h, {0}}},
                    .mass_attributes = {{cgs, {1e10 * solar_mass}}, {a, {0}}, {h, {-1}}}};
    };
    for (const auto& [cgs, a, h] : {std::array{"CGSConversionFactor", "aexp-scale-exponent", "h-scale-exponent"},
                                    std::array{"to_cgs", "a_scaling", "h_scaling"},
                                    std::array{"CGS factor", "a-scale exponent", "h-scale exponent"},
                                    std::array{"Conversion factor to CGS (not including cosmological corrections)",
                                               "a-scale exponent", "h-scale exponent"}}) {
        CAPTURE(cgs);
        const ParticleFile file = columns_of(spec(cgs, a, h));
        check_units(file, 1000 * kpc, 2e10 * solar_mass, std::sqrt(0.5) * km_s);
        CHECK(column_source(file, "positions").unit == "1000 kpc a h^-1");
        CHECK(column_source(file, "velocities").unit == "1 km/s a^0.5");
        CHECK(column_source(file, "positions").note == "unit from the attributes of the data set");
        CHECK(column_source(file, "positions").factor == near(0.5 * 2000 * kpc / model_length));
        CHECK_FALSE(has_note(file, "does not state its units"));
    }
    // SWIFT marks physical positions by an attribute; these positions need no factor a. If the exponents of a and h are
    // not stated as numbers, they are read from a formula in an attribute.
    Spec physical = spec("to_cgs", "a_scaling", "h_scaling");
    physical.position_attributes.push_back({"Value stored as physical", {1}});
    check_units(columns_of(physical), 2000 * kpc, 2e10 * solar_mass, std::sqrt(0.5) * km_s);
    const TemporaryFolder folder;
    Spec formula = spec("to_cgs", "unused", "unused too");
    write(folder / "x", formula);
    {
        const Hdf5Handle file(H5Fopen((folder / "x").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "open");
        const Hdf5Handle data(H5Dopen2(file, "PartType1/Coordinates", H5P_DEFAULT), H5Dclose, "open");
        const std::string text = "a^2 h U_L  [ cm ]";
        const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "type"), space(H5Screate(H5S_SCALAR), H5Sclose, "space");
        H5Tset_size(type, text.size());
        const Hdf5Handle attribute(
            H5Acreate2(data, "Expression for physical CGS units", type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "");
        require_hdf5(H5Awrite(attribute, type, text.data()), "write");
    }
    CHECK(exact_position(read_hdf5(folder / "x", {}), 1).z == near(30 * 0.25 * 0.5 * 1000 * kpc / model_length));
    // impossible attributes are ignored
    for (const double nonsense : {0., -1., double(INFINITY), double(NAN)}) {
        const Spec odd{.header = header, .position_attributes = {{"to_cgs", {nonsense}}, {"a_scaling", {1e300}}}};
        CHECK(exact_position(columns_of(odd), 1).z == near(30 * 0.5 * 2 * kpc / model_length));
    }
}

TEST_CASE("comoving numbers become physical, and a scale factor becomes the age of the universe") {
    // A flat universe without dark energy has the age 2/3 a^1.5 / H0, and 1/H0 is 9.778 Gyr / h.
    const double hubble_time = 1000 * kpc / (100 * km_s) / (model_length / model_speed);
    const auto header = [](double time, double redshift, std::vector<Attribute> others) {
        std::vector<Attribute> all{{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0}},
                                   {"Time", {time}},
                                   {"Redshift", {redshift}},
                                   {"Omega0", {1}},
                                   {"OmegaLambda", {0}},
                                   {"HubbleParam", {0.5}}};
        all.insert(all.end(), others.begin(), others.end());
        return all;
    };
    const double age = 2. / 3 * 0.125 * hubble_time / 0.5;
    for (const std::vector<Attribute>& stated :
         {std::vector<Attribute>{}, {{"ComovingIntegrationOn", {1}}}, {{"ExpansionFactor", {0.25}}}}) {
        const ParticleFile file = columns_of({.header = header(0.25, 3, stated)});
        check_units(file, 0.25 * 2 * kpc, 2e10 * solar_mass, 0.5 * km_s);
        CHECK(file.particles.time == doctest::Approx(age).epsilon(1e-6).scale(0));
        CHECK(has_note(file, "the snapshot is cosmological, with the scale factor 0.25"));
        CHECK(has_note(file, "the stored time, 0.25, is a cosmological scale factor; the program uses the age"));
    }
    // At redshift 0 the scale factor is 1, so only the time is converted.
    const ParticleFile now = columns_of({.header = header(1, 0, {})});
    check_units(now, 2 * kpc, 2e10 * solar_mass, km_s);
    CHECK(now.particles.time == doctest::Approx(2. / 3 * hubble_time / 0.5).epsilon(1e-6).scale(0));
    // If the header says that the run is not cosmological, its numbers are not comoving. If the time differs from the
    // scale factor, which follows from the redshift, the time is not converted to an age.
    check_units(columns_of({.header = header(0.25, 3, {{"ComovingIntegrationOn", {0}}})}), 2 * kpc, 2e10 * solar_mass,
                km_s);
    const ParticleFile by_redshift = columns_of({.header = header(7, 3, {})});
    check_units(by_redshift, 0.25 * 2 * kpc, 2e10 * solar_mass, 0.5 * km_s);
    CHECK(by_redshift.particles.time == doctest::Approx(7 * (2 * kpc / km_s) / (model_length / model_speed)));
    // --units model converts nothing
    const ParticleFile raw = columns_of({.header = header(0.25, 3, {})}, {UnitChoice::model});
    check_units(raw, model_length, model_mass, model_speed);
    CHECK(raw.particles.time == 0.25);
}

TEST_CASE("SWIFT stores comoving positions and peculiar velocities without powers of h, and the time itself") {
    const std::vector<Attribute> units{{"Unit length in cgs (U_L)", {1000 * kpc}},
                                       {"Unit mass in cgs (U_M)", {1e10 * solar_mass}},
                                       {"Unit time in cgs (U_t)", {1000 * kpc / km_s}}};
    const std::vector<Attribute> cosmology{{"h", {0.7}}, {"Omega_m", {0.3}}, {"Cosmological run", {1}}};
    const ParticleFile file = columns_of({.header = {{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0, 0}},
                                                     {"Time", {0.004}},
                                                     {"Redshift", {1}},
                                                     {"Scale-factor", {0.5}}},
                                          .groups = {{"Units", units}, {"Cosmology", cosmology}}});
    check_units(file, 500 * kpc, 1e10 * solar_mass, km_s);
    CHECK(file.particles.time == doctest::Approx(0.004 * 1000 * kpc / km_s / (model_length / model_speed)));
}

TEST_CASE("the age of a flat universe with dark energy follows the closed formula") {
    const double matter = 0.3, lambda = 0.7, h = 0.7, hubble_time = 550 / h;  // 9.778 Gyr / h in model units
    for (const double a : {0.05, 0.5, 1.0, 1.5}) {
        const double expected =
            2. / 3 * hubble_time / std::sqrt(lambda) * std::asinh(std::sqrt(lambda / matter) * std::pow(a, 1.5));
        const auto age = age_of_universe(a, {.h = h, .omega_matter = matter});
        REQUIRE(age);
        CHECK(*age == doctest::Approx(expected).epsilon(1e-8).scale(0));
    }
    CHECK_FALSE(age_of_universe(1, {.omega_matter = 0.3}));
    CHECK_FALSE(age_of_universe(1, {.h = 0.7}));
    CHECK_FALSE(age_of_universe(-1, {.h = 0.7, .omega_matter = 0.3}));
    // a universe that recollapses before this scale factor
    CHECK_FALSE(age_of_universe(10, {.h = 0.7, .omega_matter = 2, .omega_lambda = 0}));
}

TEST_CASE("the number of bodies is the number of rows in the file, even if the header states another number") {
    const ParticleFile cutout = columns_of({.header = {{"NumPart_ThisFile", {5, 13587, 0, 0, 0, 0}}}});
    CHECK(cutout.particles.size() == 2);
    CHECK(has_note(
        cutout,
        "Header/NumPart_ThisFile announces 5 gas, 13587 halo, but the file contains 0 gas, 2 halo; the program "
        "reads the bodies that the file contains"));
    CHECK(has_note(columns_of({.header = {}}), "does not state its units"));  // a header without numbers of bodies
    CHECK(columns_of({.header_name = ""}).particles.size() == 2);
    for (const double strange : {-1., double(NAN), 1e300})
        CHECK(columns_of({.header = {{"NumPart_ThisFile", {0, strange}}}}).particles.size() == 2);
    CHECK_FALSE(has_note(columns_of({}), "announces"));
}

TEST_CASE("the box is read in the unit of positions") {
    const auto with = [](std::vector<double> size,
                         std::vector<std::pair<std::string, std::vector<Attribute>>> groups = {}) {
        return columns_of(
            {.header = {{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0}}, {"BoxSize", std::move(size)}, {"HubbleParam", {0.5}}},
             .groups = std::move(groups)});
    };
    const double unit = 2 * kpc / model_length;
    REQUIRE(with({40}).box);
    CHECK(with({40}).box->z == near(40 * unit));
    CHECK(with({40, 50, 60}).box->z == near(60 * unit));
    CHECK(with({40}, {{"Config", {{"LONG_X", {3}}}}}).box->x == near(120 * unit));
    CHECK_FALSE(with({0}).box);
    CHECK_FALSE(with({-1}).box);
    // GADGET-4 states in the group Config whether the box is periodic.
    CHECK_FALSE(with({40}, {{"Config", {{"SELFGRAVITY", {1}}}}}).box);
    CHECK(with({40}, {{"Config", {{"SELFGRAVITY", {1}}, {"PERIODIC", {1}}}}}).box);
    const ParticleFile small = with({8});
    CHECK_FALSE(small.box);
    CHECK(has_note(small, "the bodies extend beyond the BoxSize of the file"));
    // The bodies fit into the box, but lie far outside: the unit of the box is not the unit of the positions.
    const ParticleFile far = columns_of({.positions = {1001, 1002, 1003, 1010, 1020, 1030},
                                         .header = {{"NumPart_ThisFile", {0, 2, 0, 0, 0, 0}}, {"BoxSize", {40}}}});
    CHECK(has_note(far, "the bodies extend beyond the BoxSize of the file"));
}

TEST_CASE("positions keep the double precision of the file") {
    const ParticleFile file =
        columns_of({.positions = {60000.00263355121, 59999.996906174834, 59999.99452651059, 1, 2, 3}});
    CHECK(exact_position(file, 0).x * 4 == doctest::Approx(60000.00263355121).epsilon(1e-15).scale(0));
    CHECK(exact_position(file, 0).y * 4 == doctest::Approx(59999.996906174834).epsilon(1e-15).scale(0));
    // Float positions in model units are not copied to doubles.
    const ParticleFile floats = columns_of({.position_type = H5T_IEEE_F32LE}, {UnitChoice::model});
    CHECK(floats.exact_positions.empty());
    CHECK(floats.particles.positions[1].z == 30);
}

TEST_CASE("missing masses and velocities are noted, and refused if they are required") {
    const TemporaryFolder folder;
    const auto read = [&](const Spec& spec, std::vector<RequiredColumn> require) {
        write(folder / "x", spec);
        return read_particle_file(folder / "x", {.require = std::move(require)});
    };
    const Spec massless{.mass = ""}, still{.velocity = ""};
    CHECK_FALSE(columns_of(massless).has_masses);
    CHECK_FALSE(columns_of(still).has_velocities);
    CHECK(column_source(columns_of(still), "velocities").from == "not in the file (halo)");
    CHECK(
        has_note(read(massless, {RequiredColumn::velocity}), "contains no masses; the program gives all bodies equal"));
    CHECK(has_note(read(still, {RequiredColumn::mass}),
                   "halo: the file contains no velocities; the program sets them to 0"));
    CHECK_THROWS_WITH_AS(read(massless, {RequiredColumn::mass}),
                         doctest::Contains("x: contains no masses, which --require mass demands"), FileError);
    CHECK_THROWS_WITH_AS(read(still, {RequiredColumn::mass, RequiredColumn::velocity}),
                         doctest::Contains("contains no velocities, which --require velocity demands"), FileError);
    // One of two types has no masses.
    {
        const Build build(folder / "y");
        build.group("Header");
        const Hdf5Handle halo = build.body(1, 1, 1, H5T_IEEE_F32LE, false);
        build.numbers(halo, "Masses", std::array{1.0}, 1, H5T_IEEE_F32LE);
        build.body(4, 10, 2, H5T_IEEE_F32LE, false);
    }
    CHECK(has_note(read_particle_file(folder / "y"), "stars: the file contains no masses; the program sets them to 0"));
    CHECK_THROWS_WITH_AS(read_particle_file(folder / "y", {.require = {RequiredColumn::mass}}),
                         doctest::Contains("contains no masses of 1 bodies, which --require mass demands"), FileError);
    read_particle_file(folder / "y", {.require = {RequiredColumn::velocity}});
}

TEST_CASE("masses from the table of the header have the unit of masses") {
    const ParticleFile file = columns_of({.mass = "", .header = {{"MassTable", {0, 3}}, {"HubbleParam", {0.5}}}});
    CHECK(file.has_masses);
    CHECK(file.particles.positions[0].w == near(3 * 2e10 * solar_mass / model_mass));
    CHECK(column_source(file, "masses").from == "Header/MassTable (halo)");
}

namespace {

std::size_t invert_bytes(unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void** buffer) {
    for (std::size_t i = 0; i < bytes; ++i) static_cast<unsigned char*>(*buffer)[i] ^= 0xff;
    return bytes;
}

}  // namespace

TEST_CASE("the error about a missing compression plugin names the compression") {
    const TemporaryFolder folder;
    for (const auto& [number, name] : {std::pair{32000, "LZF"}, std::pair{32001, "Blosc"},
                                       std::pair{32015, "Zstandard"}, std::pair{311, "new filter"}}) {
        const H5Z_class2_t filter{H5Z_CLASS_T_VERS, number, 1, 1, "new filter", nullptr, nullptr, invert_bytes};
        require_hdf5(H5Zregister(&filter), "register");
        write(folder / "x", {.position = ""});
        {
            const Hdf5Handle file(H5Fopen((folder / "x").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "open");
            const std::array<hsize_t, 2> sizes{2, 3};
            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "");
            H5Pset_chunk(creation, 2, sizes.data());
            H5Pset_filter(creation, number, H5Z_FLAG_OPTIONAL, 0, nullptr);
            const Hdf5Handle space(H5Screate_simple(2, sizes.data(), nullptr), H5Sclose, "");
            const Hdf5Handle data(
                H5Dcreate2(file, "PartType1/Coordinates", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                H5Dclose, "");
            const std::array<double, 6> numbers{1, 2, 3, 10, 20, 30};
            require_hdf5(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), "write");
        }
        check_gadget_units(read_hdf5(folder / "x", {}));  // the filter is installed
        H5Zunregister(number);
        const std::string line = refusal(folder / "x");
        CHECK(line.find("the data set PartType1/Coordinates is compressed with " + std::string(name) +
                        ", which needs a plugin that is not installed") != line.npos);
        CHECK(line.find("HDF5_PLUGIN_PATH") != line.npos);
    }
}

namespace {

// Writes the data set PartType1/Coordinates of `rows` bodies into a file of its own.
void write_type(const std::filesystem::path& path, std::vector<double> positions) {
    const Build build(path);
    build.numbers(build.group("PartType1"), "Coordinates", positions, 3, H5T_IEEE_F64LE);
}

// Adds virtual positions: the first row comes from the part `a`, and the second row from the part `b`.
void add_virtual_positions(const std::filesystem::path& path, const std::string& a, const std::string& b) {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "open");
    const std::array<hsize_t, 2> sizes{2, 3}, part{1, 3};
    const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "");
    const Hdf5Handle space(H5Screate_simple(2, sizes.data(), nullptr), H5Sclose, "");
    const Hdf5Handle source(H5Screate_simple(2, part.data(), nullptr), H5Sclose, "");
    for (hsize_t row = 0; row < 2; ++row) {
        const std::array<hsize_t, 2> first{row, 0};
        H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, part.data(), nullptr);
        require_hdf5(H5Pset_virtual(creation, space, (row == 0 ? a : b).c_str(), "/PartType1/Coordinates", source), "");
    }
    H5Sselect_all(space);
    const Hdf5Handle data(
        H5Dcreate2(file, "PartType1/Coordinates", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose,
        "");
}

}  // namespace

TEST_CASE("virtual data sets are read from the parts beside the file, and a missing part is named") {
    const TemporaryFolder folder;
    // The second part is named by a path that no longer exists.
    const std::string moved = "/nowhere/part.1";
    write(folder / "x", {.position = ""});
    add_virtual_positions(folder / "x", "part.0", moved);
    write_type(folder / "part.0", {1, 2, 3});
    CHECK(refusal(folder / "x").find("the part /nowhere/part.1 is missing") != std::string::npos);
    write_type(folder / "part.1", {10, 20, 30});
    check_gadget_units(read_hdf5(folder / "x", {}));
    write_type(folder / "part.1", {});
    CHECK(refusal(folder / "x").find("the part part.1 is incomplete") != std::string::npos);
    std::filesystem::remove(folder / "part.1");
    std::filesystem::create_directory(folder / "part.1");
    CHECK(refusal(folder / "x").find("the part /nowhere/part.1 is missing") != std::string::npos);
}

TEST_CASE("a snapshot may have more bodies than its meta file has space for") {
    // The size of a file usually limits its number of bodies, but the bodies of a meta file are in other files.
    constexpr std::size_t bodies = 200'000;
    const TemporaryFolder folder;
    {
        const Build build(folder / "part");
        const Hdf5Handle part = build.group("PartType1");
        build.numbers(part, "Coordinates", std::vector<double>(3 * bodies, 0.25), 3, H5T_IEEE_F64LE);
        build.numbers(part, "Masses", std::vector<double>(bodies, 2), 1, H5T_IEEE_F32LE);
        build.group("Header");
    }
    {
        const Build build(folder / "x");
        for (const char* name : {"Header", "PartType1"})
            require_hdf5(H5Lcreate_external("part", name, build.file(), name, H5P_DEFAULT, H5P_DEFAULT), "link");
    }
    const ParticleFile file = read_hdf5(folder / "x", {});
    CHECK(file.particles.size() == bodies);
    CHECK(exact_position(file, bodies - 1).z == near(0.25 * kpc / model_length));
    std::filesystem::remove(folder / "part");
    CHECK(refusal(folder / "x").find("the part part is missing; put it into the folder of the snapshot") !=
          std::string::npos);
}
