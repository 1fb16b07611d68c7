// These tests check the scenes of live galaxies against the restricted encounters that they repeat.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "assets/assets.hpp"
#include "data/encounter/encounter_orbit.hpp"
#include "data/encounter/pair_names.hpp"
#include "data/galaxies/galaxy_model.hpp"
#include "data/galaxies/milky_way.hpp"
#include "data/live/orbit_correction.hpp"
#include "data/particles/structure.hpp"

using namespace milkomeda;

namespace {

std::vector<EncounterParameters> models_to_repeat() {
    return parse_spam_lines(Assets{}.read("data/pairs/published-models.txt"));
}

EncounterParameters model_to_repeat(std::string_view name) {
    const auto all = models_to_repeat();
    const auto found = std::ranges::find(all, name, &EncounterParameters::name);
    REQUIRE(found != all.end());
    return *found;
}

Scene live_scene(const EncounterParameters& model) {
    return scene_of_text("live", live_scene_text(model, live_start(model), {.title = model.name}));
}

// Returns galaxy 2 relative to galaxy 1 in the scene, in units of encounters.
PhasePoint start_in_scene(const Scene& scene) {
    const SceneGalaxy &first = scene.galaxies[0], &second = scene.galaxies[1];
    // 15 kpc are 3.75 model lengths of 4 kpc; 169.34 km/s are 169.34 / 220 model velocities.
    return {(vector_of(second.position) - vector_of(first.position)) / 3.75,
            (vector_of(second.velocity) - vector_of(first.velocity)) / (169.34 / 220)};
}

// Returns the state at the time 0 on the rigid orbit with `friction_factor` times the friction.
PhasePoint rigid_end(const EncounterParameters& model, const LiveStart& start, double friction_factor = 1) {
    const RelativeOrbit orbit{model, friction_factor};
    const EncounterSteps steps = encounter_steps(start.time, 0.01);
    PhasePoint state = start.galaxy2;
    for (long i = 0; i < steps.forward; ++i) orbit.advance(state, steps.step);
    return state;
}

}  // namespace

TEST_CASE("live galaxies have the mass profile of the rigid galaxies") {
    for (const double mass : {1.0, 0.2}) {
        const GalaxyModel model{live_galaxy({.mass = mass, .radius = 0.3}, RigidGalaxy::archive)};
        const GalaxyPotential& rigid = potential_of(RigidGalaxy::fortran);  // without softening beyond r = 0.05
        for (const double r : {0.7, 1.0, 1.5, 2.0}) {
            CAPTURE(r);
            const double inside = model.spheroids_inside(3.75 * r) + model.disk->mass_inside_sphere(3.75 * r);
            // The disk of 14 % of the mass has another scale length; at r = 0.7, 3 % of the rigid disk lie outside.
            CHECK(inside / (mass * 1e11 / 4.5e10) ==
                  doctest::Approx(rigid.attraction(r) * r * r).epsilon(0.01).scale(0));
        }
        // Half of the mass of the rigid disk and nearly the whole bulge lie within r = 0.17.
        CHECK(model.disk->mass() / model.mass() == doctest::Approx(1 / 7.13333).epsilon(1e-4).scale(0));
        CHECK(model.mass() == doctest::Approx(mass * 1e11 / 4.5e10).epsilon(1e-4).scale(0));
    }
}

TEST_CASE("live Milky Ways have the mass profile of the rigid Milky Way") {
    for (const auto& [mass, radius] : {std::pair{3.09, 4.0 / 3}, {0.5, 0.3}, {1.0, 2.5}}) {
        CAPTURE(radius);
        const GalaxyModel model{live_galaxy({.mass = mass, .radius = radius}, RigidGalaxy::milky_way)};
        const GalaxyPotential& rigid = potential_of(RigidGalaxy::milky_way);
        for (const double r : {0.2, 0.5, 1.0, 2.0, 4.0, 8.0}) {
            CAPTURE(r);
            // The disk, 12 % of the mass within r = 2, is that of the model only if its radius is 20 kpc.
            const double disk = model.disk->mass_inside_sphere(3.75 * r) / (mass * 1e11 / 4.5e10);
            const double own_disk = live_galaxy({.mass = 1, .radius = 4.0 / 3}, RigidGalaxy::milky_way).disk->mass /
                                    (1e11 / 4.5e10) *
                                    ExponentialDisk{milky_way_spec().disk.value()}.mass_inside_sphere(3.75 * r) /
                                    milky_way_spec().disk->mass;
            const double inside = model.spheroids_inside(3.75 * r) / (mass * 1e11 / 4.5e10) + own_disk;
            // Fits of the profiles of bulge and halo.
            CHECK(inside == doctest::Approx(rigid.attraction(r) * r * r).epsilon(0.03).scale(0));
            if (radius == 4.0 / 3) CHECK(disk == doctest::Approx(own_disk).epsilon(1e-3).scale(0));
        }
        CHECK(model.mass() == doctest::Approx(rigid.mass_within_edge() * mass * 1e11 / 4.5e10).epsilon(1e-4).scale(0));
    }
}

TEST_CASE("all published models have live galaxies in equilibrium") {
    for (const EncounterParameters& model : models_to_repeat()) {
        CAPTURE(model.name);
        for (const RigidGalaxy rigid : {RigidGalaxy::archive, RigidGalaxy::milky_way})
            for (const EncounterGalaxy& galaxy : model.galaxies) CHECK_NOTHROW(GalaxyModel{live_galaxy(galaxy, rigid)});
        CHECK_NOTHROW(live_scene(model));
    }
}

TEST_CASE("the spins and places of live galaxies equal those of the encounter") {
    for (const char* name : {"HST_Arp148", "SDSS_587739721376202860"}) {
        CAPTURE(name);
        const EncounterParameters model = model_to_repeat(name);
        const Scene scene = live_scene(model);
        const ParticleSet particles = generate(scene, 20'000, 1);
        for (std::size_t g = 0; g < 2; ++g) {
            const double phi = model.galaxies[g].position_angle * std::numbers::pi / 180,
                         theta = model.galaxies[g].tilt * std::numbers::pi / 180;
            const glm::dvec3 spin{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
            CHECK(glm::length(vector_of(scene.galaxies[g].spin) - spin) < 1e-8);  // the scene file has nine digits
            const std::string& galaxy = scene.galaxies[g].name;
            const glm::dvec3 center = center_of_galaxy(particles, galaxy);
            std::vector<Component> disk;
            for (const Component& component : particles.components)
                if (component.name == "disk" && component.galaxy == galaxy) disk.push_back(component);
            // The disk has thousands of bodies with random velocities of a third of the circular velocity.
            CHECK(glm::length(spin_axis(particles, disk, center) - spin) < 0.02);
        }
        const PhasePoint start = start_in_scene(scene);
        CHECK(glm::length(start.position - live_start(model).galaxy2.position) < 1e-6);
        CHECK(glm::length(start.velocity - live_start(model).galaxy2.velocity) < 1e-6);
        const glm::dvec3 distance =
            (center_of_galaxy(particles, "galaxy-2") - center_of_galaxy(particles, "galaxy-1")) / 3.75;
        // A hundred bodies of each bulge, whose radius is 0.017, determine each center.
        CHECK(glm::length(distance - start.position) < 0.01);
    }
}

TEST_CASE("the rigid orbit leads from the start of a scene to the present of the encounter") {
    for (const EncounterParameters& model : models_to_repeat()) {
        CAPTURE(model.name);
        const LiveStart start{live_start(model).time, start_in_scene(live_scene(model))};
        CHECK(start.time == *model.start_time);
        // Deep passages multiply the rounding to nine digits and the error of the steps of 0.02, with their tables of
        // bins of 0.001; distant passages agree to 1e-3.
        const double closest = encounter_timing(model).closest_distance;
        const PhasePoint end = rigid_end(model, start);
        if (closest > 0.5) CHECK(glm::length(end.position - model.position) < 0.02 * glm::length(model.position));
    }
}

TEST_CASE("corrections of the start lead to the observed places under another friction") {
    for (const double factor : {0.0, 2.0}) {  // of the friction
        CAPTURE(factor);
        std::size_t encounters = 0, reached = 0;
        for (const EncounterParameters& model : models_to_repeat()) {
            const double closest = encounter_timing(model).closest_distance;
            if (closest < 0.8) continue;
            ++encounters;
            OrbitCorrection correction{model};
            constexpr int corrections = 4;
            bool is_reached = false;
            for (int i = 0; i <= corrections && !is_reached; ++i) {
                const PhasePoint end = rigid_end(model, correction.start(), factor);
                is_reached = live_error(model, end).place <= 0.05;
                correction.correct(glm::dvec2{end.position});
            }
            reached += is_reached;
        }
        CHECK(encounters == 31);
        CHECK(reached >= 28);  // three orbits with several passages need more corrections
    }
}

TEST_CASE("the error of a place has the parts of the separation and the direction") {
    EncounterParameters model;
    model.position = {3, 4, 1};
    const LiveError exact = live_error(model, {{3, 4, -7}, {}});
    CHECK(exact.place == 0);
    CHECK(live_error(model, {{6, 8, 0}, {}}).separation == doctest::Approx(1));
    const LiveError turned = live_error(model, {{-4, 3, 0}, {}});  // a quarter of a turn, counterclockwise
    CHECK(turned.angle == doctest::Approx(std::numbers::pi / 2));
    CHECK(turned.separation == doctest::Approx(0));
    CHECK(turned.place == doctest::Approx(std::sqrt(2)));
}

TEST_CASE("pairs are found by all their names") {
    const auto pairs = parse_pair_names("# a comment\n\nHST_Arp244 Arp 244, the Antennae; NGC 4038\r\n");
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].names == std::vector<std::string>{"Arp 244, the Antennae", "NGC 4038"});
    for (const char* typed : {"HST_Arp244", "hst arp244", "arp 244, the antennae", "ngc4038"})
        CHECK(is_named(pairs[0], typed));
    for (const char* typed : {"", ".", "Arp 24", "NGC 4039"}) CHECK(!is_named(pairs[0], typed));
    CHECK(usual_names("SDSS_12").names.front() == "SDSS 12");
    CHECK_THROWS_WITH(parse_pair_names("A a\nB\n"), "line 2: the model has no names");
    // Every name of the shipped list belongs to a model, and no two pairs share a name.
    const auto shipped = parse_pair_names(Assets{}.read("data/pairs/names.txt"));
    for (const PairNames& pair : shipped) {
        CAPTURE(pair.model);
        model_to_repeat(pair.model);
        for (const std::string& name : pair.names)
            CHECK(std::ranges::count_if(shipped, [&](const PairNames& each) { return is_named(each, name); }) == 1);
    }
}
