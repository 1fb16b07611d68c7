#include "render/sky/sky_catalog.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/gtc/constants.hpp>

#include "data/base/units.hpp"
#include "render/particles/black_body.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t galaxies_in_the_sky = 2600, stars_in_the_sky = 1200;

// Numbers between 0 and 1, the same on every machine (Steele, Lea & Flood 2014, SplitMix64).
class Lots {
  public:
    explicit Lots(std::uint64_t seed) : state_{seed} {}

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

float brightness(float v_magnitudes) {
    return static_cast<float>(luminosity_per_area(v_magnitudes));
}

glm::vec3 across(const glm::vec3& direction, Lots& lots) {
    const glm::vec3 any = lots.direction();
    return glm::normalize(any - glm::dot(any, direction) * direction);
}

}  // namespace

std::vector<SkyObject> far_galaxies() {
    Lots lots{2026};
    std::vector<SkyObject> galaxies(galaxies_in_the_sky);
    for (SkyObject& galaxy : galaxies) {
        galaxy.direction = lots.direction();
        galaxy.along = across(galaxy.direction, lots);
        // In flat space the number of those that seem larger falls with size^-3; deep fields show fewer small
        // ones, as there were fewer large galaxies then. From 3 to 17 arcminutes: small in the picture,
        // though larger than any real ones.
        constexpr float smallest = 0.0008f, largest = 0.005f, steepness = 2.4f;
        galaxy.size = std::min(smallest * std::pow(lots.draw(), -1 / steepness), largest);
        const bool elliptical = lots.draw() < 0.3f;
        galaxy.concentration = elliptical ? 2.0f : 1.0f;
        galaxy.axis_ratio = elliptical ? lots.between(0.6f, 1.0f) : std::max(0.2f, lots.draw());
        // V magnitudes per square arcsecond where half the light is inside; surface brightness falls with
        // (1 + z)^4 (Tolman 1930, PNAS 16, 511).
        const float redshift = lots.between(0.05f, 0.6f);
        const float magnitudes = lots.between(22.3f, 23.5f) + 10 * std::log10(1 + redshift);
        const float kelvin =
            (elliptical ? lots.between(4200, 4900) : lots.between(5000, 8500)) / (1 + 0.35f * redshift);
        galaxy.light = brightness(magnitudes) * black_body_light(kelvin);
    }
    return galaxies;
}

std::vector<SkyObject> near_stars() {
    Lots lots{1610};
    std::vector<SkyObject> stars(stars_in_the_sky);
    for (SkyObject& star : stars) {
        star.direction = lots.direction();
        star.along = across(star.direction, lots);
        // Through space that is evenly full of stars: N(> flux) falls with flux^-3/2. The faintest show as 24
        // magnitudes per square arcsecond in the middle of their disk.
        const float flux = std::min(std::pow(lots.draw(), -2.0f / 3.0f), 400.0f);
        const float kelvin = 3300 * std::pow(lots.draw(), -0.45f);
        star.light = brightness(23.4f) * flux * black_body_light(std::min(kelvin, 15'000.0f));
    }
    return stars;
}

}  // namespace milkomeda
