// Young stars keep the rows of the gas from which they formed; in files they are components of their own.
#include <doctest/doctest.h>

#include <cmath>

#include "data/particles/row_order.hpp"
#include "data/particles/young_stars.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

TEST_CASE("young stars become components of their own that keep ids, births and mass") {
    ParticleSet run = generate(shipped_scene("milky-way-andromeda"), 4'000, 1);
    const double mass = total_mass(run);
    REQUIRE(gas_count(run.components) > 20);
    for (const Component& component : run.components)
        for (std::size_t i = 0; is_gas(component) && i < component.count; ++i)
            run.velocities[component.first + i].w = i % 3 == 0 ? float(0.5 * double(i) - latest_birth) : 0.1f;
    const std::vector<Component> before = run.components;
    const std::size_t stars = count_young_stars(run);
    const ParticleSet apart = with_young_stars(run);

    REQUIRE(apart.components.size() == before.size() + 2);
    CHECK(total_mass(apart) == mass);
    std::size_t next = 0, young = 0;
    for (const Component& component : apart.components) {
        CHECK(component.first == next);
        next += component.count;
        double sum = 0;
        for (std::size_t row = component.first; row < next; ++row) {
            sum += apart.positions[row].w;
            const bool is_star = component.name == young_stars_name;
            REQUIRE(is_young_star(apart.velocities[row]) == is_star);
            young += is_star;
        }
        CHECK(component.mass == doctest::Approx(sum).scale(0).epsilon(1e-5));
    }
    CHECK(next == run.size());
    CHECK(young == stars);
    // Every id keeps its position and its time of birth, within the precision of single numbers.
    for (std::size_t row = 0; row < apart.size(); ++row) {
        const auto old = static_cast<std::size_t>(std::ranges::find(run.ids, apart.ids[row]) - run.ids.begin());
        REQUIRE(vector_of(run.positions[old]) == vector_of(apart.positions[row]));
        REQUIRE(run.velocities[old].w == apart.velocities[row].w);
    }
    ParticleSet back = with_young_stars_in_gas(apart);
    sort_components_by_id(back);
    ParticleSet sorted = run;
    sort_components_by_id(sorted);
    CHECK(back.ids == sorted.ids);
    REQUIRE(back.components.size() == before.size());
    for (std::size_t c = 0; c < before.size(); ++c) {
        CHECK(full_name(back.components[c]) == full_name(before[c]));
        CHECK(back.components[c].first == before[c].first);
        CHECK(back.components[c].count == before[c].count);
        CHECK(back.components[c].mass == doctest::Approx(before[c].mass).scale(0).epsilon(1e-9));
    }
    for (std::size_t row = 0; row < run.size(); ++row) {
        REQUIRE(vector_of(back.positions[row]) == vector_of(sorted.positions[row]));
        REQUIRE(back.velocities[row].w == sorted.velocities[row].w);
    }
    ParticleSet large = run;
    scale(large, 2, 1, 1);
    for (std::size_t row = 0; row < run.size(); ++row)
        REQUIRE(large.velocities[row].w == (is_young_star(run.velocities[row]) ? 1 : 2) * run.velocities[row].w);
    CHECK(birth_time({0, 0, 0, float(3.25 - latest_birth)}) == doctest::Approx(3.25).scale(0).epsilon(2e-4));
}

TEST_CASE("young stars without gas become gas, and stars with an unknown birth stay") {
    ParticleSet stars = generate(shipped_scene("milky-way"), 1'000, 1);
    stars.components = {{"young-stars", "a", 0, 400, 4}, {"young-stars", "b", 400, 600, 6}};
    for (std::size_t row = 0; row < 999; ++row) stars.velocities[row].w = -4000;
    stars.velocities[999].w = 0;
    const ParticleSet back = with_young_stars_in_gas(stars);
    CHECK(full_name(back.components[0]) == "a gas");
    CHECK(full_name(back.components[1]) == "b young-stars");
    CHECK(back.ids == stars.ids);
}

TEST_CASE("the fourth number of a velocity is a valid birth or NaN") {
    for (const double birth : {-10.0, 0.0, 3.25, 4095.9}) {
        CHECK(number_of_birth(birth) < 0);
        CHECK(std::abs(birth_time({0, 0, 0, number_of_birth(birth)}) - birth) < birth_rounding);
    }
    for (const double birth : {latest_birth, 5000.0, std::nan(""), HUGE_VAL, -HUGE_VAL, -1e300})
        CHECK(std::isnan(number_of_birth(birth)));
}

TEST_CASE("particles without young stars stay as they are") {
    const ParticleSet run = generate(shipped_scene("milky-way"), 1'000, 1);
    const ParticleSet same = with_young_stars(run);
    CHECK(same.components.size() == run.components.size());
    CHECK(same.ids == run.ids);
}
