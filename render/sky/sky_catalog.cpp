#include "render/sky/sky_catalog.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/gtc/constants.hpp>

#include "data/base/units.hpp"
#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t galaxies_in_the_sky = 2600, stars_in_the_sky = 1200;

// Random numbers between 0 and 1, reproducible on every machine (SplitMix64: Steele, Lea & Flood 2014).
class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : state_{seed} {}

    float draw() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
        bits ^= bits >> 31;
        return (static_cast<float>(bits >> 40) + 0.5f) / 16777216.0f;
    }
    float between(float least, float most) { return least + (most - least) * draw(); }
    glm::vec3 direction() {
        const float z = between(-1, 1), angle = glm::two_pi<float>() * draw();
        const float across = std::sqrt(1 - z * z);
        return {across * std::cos(angle), across * std::sin(angle), z};
    }

  private:
    std::uint64_t state_;
};

float brightness(float v_magnitudes) { return static_cast<float>(luminosity_per_area(v_magnitudes)); }

glm::vec3 across(const glm::vec3& direction, RandomNumbers& random) {
    const glm::vec3 any = random.direction();
    return glm::normalize(any - glm::dot(any, direction) * direction);
}

}  // namespace

std::vector<SkyObject> far_galaxies() {
    RandomNumbers random{2026};
    std::vector<SkyObject> galaxies(galaxies_in_the_sky);
    for (SkyObject& galaxy : galaxies) {
        galaxy.direction = random.direction();
        galaxy.along = across(galaxy.direction, random);
        // In flat space, the number of galaxies with an angular size above s falls with s^-3. Deep-field images show
        // fewer small galaxies than that, because large galaxies were rarer at early times. The sizes here are 2 to 9
        // arcminutes: small in the picture, but larger than real far galaxies.
        constexpr float smallest = 0.0006f, largest = 0.0025f, steepness = 2.4f;
        galaxy.size = std::min(smallest * std::pow(random.draw(), -1 / steepness), largest);
        const bool elliptical = random.draw() < 0.3f;
        galaxy.concentration = elliptical ? 2.0f : 1.0f;
        galaxy.axis_ratio = elliptical ? random.between(0.6f, 1.0f) : std::max(0.2f, random.draw());
        // Surface brightness in V magnitudes per square arcsecond at the half-light radius. The surface brightness
        // falls with (1 + z)^4 at redshift z (Tolman 1930, PNAS 16, 511).
        const float redshift = random.between(0.05f, 0.6f);
        const float magnitudes = random.between(22.8f, 24.0f) + 10 * std::log10(1 + redshift);
        const float kelvin =
            (elliptical ? random.between(4200, 4900) : random.between(5000, 8500)) / (1 + 0.35f * redshift);
        galaxy.light = brightness(magnitudes) * black_body_light(kelvin);
    }
    return galaxies;
}

std::vector<SkyObject> near_stars() {
    RandomNumbers random{1610};
    std::vector<SkyObject> stars(stars_in_the_sky);
    for (SkyObject& star : stars) {
        star.direction = random.direction();
        star.along = across(star.direction, random);
        // For stars evenly distributed in space, N(> flux) falls with flux^-3/2. The faintest stars have a
        // surface brightness of 23.4 magnitudes per square arcsecond at their center.
        const float flux = std::min(std::pow(random.draw(), -2.0f / 3.0f), 400.0f);
        const float kelvin = 3300 * std::pow(random.draw(), -0.45f);
        star.light = brightness(23.4f) * flux * black_body_light(std::min(kelvin, 15'000.0f));
    }
    return stars;
}

}  // namespace milkomeda
