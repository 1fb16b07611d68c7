#include "render/hdr/local_tone.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/gl/shader_facts.hpp"

namespace milkomeda {
namespace {

constexpr float sigma_in_heights = 0.02f;

std::vector<float> half_of_gaussian(float sigma) {
    const int reach = std::clamp(static_cast<int>(std::ceil(2.5f * sigma)), 1, largest_blur_reach);
    std::vector<float> weights;
    float sum = 0;
    for (int i = 0; i <= reach; ++i) {
        const float x = static_cast<float>(i) / std::max(sigma, 0.3f);
        weights.push_back(std::exp(-0.5f * x * x));
        sum += (i == 0 ? 1.0f : 2.0f) * weights.back();
    }
    for (float& weight : weights) weight /= sum;
    return weights;
}

}  // namespace

LocalTone::LocalTone(const ReadAsset& read)
    : logarithm_{read, "shaders/gl/screen.vert", "shaders/hdr/logarithm.frag"},
      line_{read, "shaders/gl/screen.vert", "shaders/hdr/local_line.frag"},
      blur_{read, "shaders/gl/screen.vert", "shaders/hdr/blur.frag"},
      nothing_{new_vertex_array()} {}

void LocalTone::find(const LightTarget& small, float exposure) {
    if (lines_.width() != small.width() || lines_.height() != small.height()) {
        const auto like_small = [&](const char* name) { return LightTarget{name, small.width(), small.height()}; };
        half_done_ = like_small("local tone, half done");
        logarithms_ = like_small("logarithms of light");
        lines_ = like_small("local tone");
    }
    glBindVertexArray(nothing_.name());
    logarithm_.use();
    logarithm_.set("picture", 0);
    logarithm_.set("exposure", exposure);
    small.show(0);
    lines_.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    blur(lines_, logarithms_);
    line_.use();
    line_.set("means", 0);
    logarithms_.show(0);
    lines_.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    blur(lines_, logarithms_);
    std::swap(lines_, logarithms_);
    glBindVertexArray(0);
}

void LocalTone::blur(const LightTarget& from, const LightTarget& to) {
    const std::vector<float> weights = half_of_gaussian(sigma_in_heights * static_cast<float>(from.height()));
    blur_.use();
    blur_.set("picture", 0);
    blur_.set("spread", 1);
    blur_.set("spread_share", 0.0f);
    blur_.set("weights", weights);
    blur_.set("reach", static_cast<int>(weights.size()) - 1);
    from.show(1);  // the bound texture is not read, because spread_share is 0
    for (const bool across : {true, false}) {
        blur_.set("direction", across ? glm::ivec2{1, 0} : glm::ivec2{0, 1});
        (across ? from : half_done_).show(0);
        (across ? half_done_ : to).bind();
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

}  // namespace milkomeda
