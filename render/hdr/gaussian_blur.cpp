#include "render/hdr/gaussian_blur.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/gl/shader_facts.hpp"

namespace milkomeda {
namespace {

// Returns the Gaussian weights of the central pixel and of the neighbors on one side. The weights of the pixel and of
// all neighbors on the two sides add up to 1.
std::vector<float> gaussian(float sigma, float least_sigma) {
    const int reach = std::min(static_cast<int>(std::ceil(2.5f * sigma)), largest_blur_reach);
    std::vector<float> weights;
    float sum = 0;
    for (int i = 0; i <= reach; ++i) {
        const float x = static_cast<float>(i) / std::max(sigma, least_sigma);
        weights.push_back(std::exp(-0.5f * x * x));
        sum += (i == 0 ? 1.0f : 2.0f) * weights.back();
    }
    for (float& weight : weights) weight /= sum;
    return weights;
}

}  // namespace

GaussianBlur::GaussianBlur(const ReadAsset& read, float least_sigma)
    : pass_{read, "shaders/hdr/blur.frag"}, least_sigma_{least_sigma} {}

void GaussianBlur::blur(const LightTarget& from, const LightTarget& scratch, const LightTarget& to,
                        float sigma_in_heights, const LightTarget* wider, float wider_share) const {
    const std::vector<float> weights = gaussian(sigma_in_heights * static_cast<float>(from.height()), least_sigma_);
    pass_.use();
    pass_.set("picture", 0);
    pass_.set("spread", 1);
    pass_.set("weights", weights);
    pass_.set("reach", static_cast<int>(weights.size()) - 1);
    (wider ? *wider : from).show(1);  // The shader reads texture unit 1 only if spread_share is positive.
    for (const bool across : {true, false}) {
        pass_.set("direction", across ? glm::ivec2{1, 0} : glm::ivec2{0, 1});
        pass_.set("spread_share", across ? 0.0f : wider_share);
        (across ? from : scratch).show(0);
        (across ? scratch : to).bind();
        pass_.draw();
    }
}

}  // namespace milkomeda
