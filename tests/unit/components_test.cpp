#include <doctest/doctest.h>

#include "data/particles/mass_runs.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

std::vector<Float4> with_masses(const std::vector<std::pair<int, float>>& runs) {
    std::vector<Float4> positions;
    for (const auto& [count, mass] : runs)
        for (int i = 0; i < count; ++i) positions.push_back({0, 0, 0, mass});
    return positions;
}

// Returns the masses of the Dubinski dataset as pairs: a number of successive bodies, and the mass of each of these
// bodies. The numbers are 1/1024 of the dataset's numbers.
std::vector<std::pair<int, float>> dubinski_masses() {
    return {{16, 4.98914e-5f}, {16, 1.04525e-4f}, {8, 5.25685e-5f},
            {8, 1.10133e-4f},  {16, 6.2348e-4f},  {16, 1.30622e-3f}};
}

}  // namespace

TEST_CASE("the component order of the Dubinski dataset is recognized at any mass scale") {
    auto masses = dubinski_masses();
    for (const float scale : {1.0f, 8.0f, 1e-3f}) {
        for (auto& run : masses) run.second *= scale;
        const auto components = components_from_masses(with_masses(masses));
        REQUIRE(components.size() == 6);
        const char* names[] = {"milky-way disk",  "andromeda disk", "milky-way bulge",
                               "andromeda bulge", "milky-way halo", "andromeda halo"};
        for (std::size_t i = 0; i < 6; ++i) CHECK(full_name(components[i]) == names[i]);
        CHECK(components[3].first == 40);
        CHECK(components[3].count == 8);
        CHECK(components[3].mass ==
              doctest::Approx(8 * 1.10133e-4 * (masses[0].second / 4.98914e-5)).epsilon(1e-6).scale(0));
    }
}

TEST_CASE("masses that deviate by more than 2 % from the Dubinski dataset are not recognized as this dataset") {
    auto masses = dubinski_masses();
    masses[1].second *= 1.03f;
    const auto components = components_from_masses(with_masses(masses));
    REQUIRE(components.size() == 6);
    CHECK(full_name(components[0]) == "component 1");
    CHECK(full_name(components[5]) == "component 6");
}

TEST_CASE("the components of a generated scene are recovered from its masses for any number of bodies") {
    for (const std::size_t bodies : {6, 7, 13, 50, 333, 1000, 40'000}) {
        CAPTURE(bodies);
        const ParticleSet made = generate_encounter(bodies, 1);
        const auto found = components_from_masses(made.positions);
        REQUIRE(found.size() == made.components.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CHECK(full_name(found[i]) == full_name(made.components[i]));
            CHECK(found[i].first == made.components[i].first);
            CHECK(found[i].count == made.components[i].count);
            CHECK(found[i].mass ==
                  // The tolerance allows rounding errors, because the masses are summed in a different order.
                  doctest::Approx(made.components[i].mass).epsilon(1e-12).scale(0));
        }
    }
}

TEST_CASE("bodies form one component if all masses are equal, or if there are more than 64 sequences of equal masses") {
    auto components = components_from_masses(with_masses({{100, 1.0f}}));
    REQUIRE(components.size() == 1);
    CHECK(components[0].name == "all");
    CHECK(components[0].count == 100);
    CHECK(components[0].mass == 100);

    std::vector<std::pair<int, float>> runs;
    for (int i = 0; i < 64; ++i) runs.emplace_back(2, 1.0f + static_cast<float>(i % 2));
    CHECK(components_from_masses(with_masses(runs)).size() == 64);
    runs.emplace_back(2, 1.0f);
    components = components_from_masses(with_masses(runs));
    REQUIRE(components.size() == 1);
    CHECK(components[0].name == "all");
    CHECK(components[0].count == 130);
    CHECK(components[0].mass == 64 + 128 + 2);
}

TEST_CASE("components cover all bodies of a particle set without gaps") {
    const auto components = components_from_masses(with_masses({{3, 1.0f}, {1, 0.0f}, {5, 2.0f}, {2, 1.0f}}));
    REQUIRE(components.size() == 4);
    std::size_t first = 0;
    for (const Component& component : components) {
        CHECK(component.first == first);
        first += component.count;
    }
    CHECK(first == 11);
    CHECK(components[1].mass == 0);
}

TEST_CASE("identifiers of galaxies are converted to readable titles") {
    CHECK(title_of("milky-way") == "Milky Way");
    CHECK(title_of("ngc-4038") == "NGC 4038");
    CHECK(title_of("m51") == "M51");
    CHECK(title_of("").empty());
    const Component disk{.name = "disk", .galaxy = "milky-way"};
    CHECK(is_typed_name(title_of(disk), full_name(disk)));
    CHECK_FALSE(is_typed_name("Milky Way", full_name(disk)));
}
