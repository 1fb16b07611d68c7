// Components, and the young stars of components of gas, are shown and hidden by their names.
#include "app/scene/shown_parts.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "app/scene/scene_setup.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

constexpr ShownBodies shown_gas{.others = true, .young_stars = false};
constexpr ShownBodies shown_young_stars{.others = false, .young_stars = true};
const std::vector<Component> parted{{"disk", "a", 0, 3, 1},
                                    {"disk", "b", 3, 3, 1},
                                    {"gas", "a", 6, 2, 1},
                                    {"gas", "b", 8, 2, 1},
                                    {"young-stars", "b", 10, 1, 1}};

std::vector<std::string> names_of_parts(const std::vector<Component>& components) {
    std::vector<std::string> names;
    for (const ShownPart& part : shown_parts(components)) names.push_back(full_name(part.names));
    return names;
}

}  // namespace

TEST_CASE("each galaxy with gas has a part of young stars, which includes the young stars of a file") {
    CHECK(names_of_parts(parted) ==
          std::vector<std::string>{"a disk", "b disk", "a gas", "a young-stars", "b gas", "b young-stars"});
    CHECK(title_of(shown_parts(parted)[3].names) == "A young stars");
}

TEST_CASE("a part is shown and hidden without the other parts of its galaxy") {
    const std::vector<ShownPart> parts = shown_parts(parted);
    std::vector<ShownBodies> shown(parted.size());
    for (const ShownPart& part : parts) CHECK(part.is_shown(shown));
    parts[2].show(false, shown);  // gas of galaxy a
    parts[5].show(false, shown);  // young stars of galaxy b
    CHECK(shown == std::vector<ShownBodies>{all_bodies, all_bodies, shown_young_stars, shown_gas, no_bodies});
    for (const std::size_t part : {0, 1, 3, 4}) CHECK(parts[part].is_shown(shown));
    for (const std::size_t part : {2, 5}) CHECK_FALSE(parts[part].is_shown(shown));
    parts[5].show(true, shown);
    parts[0].show(false, shown);
    CHECK(shown == std::vector<ShownBodies>{no_bodies, all_bodies, shown_young_stars, all_bodies, all_bodies});
}

TEST_CASE("a scene hides young stars by their name, by the name of their galaxy, and not with the gas") {
    ParticleSet particles = generate(shipped_scene("gas-rich-merger"), 1'000, 1);
    const auto shown = [&](const std::vector<std::string>& hidden) {
        std::string digits;
        const std::vector<ShownBodies> all = shown_components(particles, hidden);
        for (std::size_t c = 0; c < all.size(); ++c)
            if (is_gas(particles.components[c])) digits += digits_of(std::vector{all[c]});
        return digits;
    };
    CHECK(shown({}) == "11");
    CHECK(shown({"young-stars"}) == "22");
    CHECK(shown({"north young stars"}) == "21");
    CHECK(shown({"gas"}) == "33");
    CHECK(shown({"south gas", "young-stars"}) == "20");
    particles.components = {{"gas", "a", 0, particles.size(), 1}};
    CHECK(shown({"gas", "young-stars"}) == "1");  // All bodies are shown instead of none.
}

TEST_CASE("the visibility of components is restored from digits, and other letters are refused") {
    const std::vector<ShownBodies> all{no_bodies, all_bodies, shown_gas, shown_young_stars};
    CHECK(digits_of(all) == "0123");
    CHECK(shown_of_digits("0123") == all);
    CHECK_THROWS_AS(shown_of_digits("014"), std::invalid_argument);
}
