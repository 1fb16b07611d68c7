#include "render/dust/extinction.hpp"

#include <cmath>

namespace milkomeda {
namespace {

constexpr float total_to_selective = 3.1f;  // R_V, the ratio of total to selective extinction

// Evaluates the polynomial c0 + c1 y + c2 y^2 + ...
template <std::size_t n>
float polynomial(const float (&coefficients)[n], float y) {
    float sum = 0;
    for (std::size_t i = n; i-- > 0;) sum = sum * y + coefficients[i];
    return sum;
}

}  // namespace

float extinction(float micrometers) {
    const float x = 1 / micrometers;
    if (x < 1.1f) {  // infrared: Cardelli, Clayton & Mathis 1989, equation 2
        const float power = std::pow(x, 1.61f);
        return (0.574f - 0.527f / total_to_selective) * power;
    }
    const float y = x - 1.82f;  // visible light: Cardelli, Clayton & Mathis 1989, equation 3
    const float a = polynomial({1.0f, 0.17699f, -0.50447f, -0.02427f, 0.72085f, 0.01979f, -0.77530f, 0.32999f}, y);
    const float b = polynomial({0.0f, 1.41338f, 2.28305f, 1.07233f, -5.38434f, -0.62251f, 5.30260f, -2.09002f}, y);
    return a + b / total_to_selective;
}

glm::vec3 photographic_extinction() {
    // effective wavelengths of the R, V and B bands in micrometers
    return {extinction(0.641f), extinction(0.545f), extinction(0.438f)};
}

}  // namespace milkomeda
