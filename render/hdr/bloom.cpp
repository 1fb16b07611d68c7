#include "render/hdr/bloom.hpp"

#include <algorithm>
#include <cmath>

#include "render/gl/shader_facts.hpp"

namespace milkomeda {
namespace {

// Standard deviations of the blurs, as fractions of the picture's height.
constexpr float narrow_sigma = 0.007f, wide_sigma = 0.05f, smooth_sigma = 0.01f;
constexpr int smallest_height = 80;  // height in pixels below which a picture is not reduced further
constexpr int widest_small_picture = 512;

int quarter(int size) { return std::max(1, (size + 3) / 4); }

// Returns the Gaussian weights of the central pixel and of the neighbors on one side. The weights of the
// pixel and of both sides add up to 1.
std::vector<float> gaussian(float sigma) {
    const int reach = std::min(static_cast<int>(std::ceil(2.5f * sigma)), largest_blur_reach);
    std::vector<float> weights;
    float sum = 0;
    for (int i = 0; i <= reach; ++i) {
        const float x = static_cast<float>(i) / std::max(sigma, 0.1f);
        weights.push_back(std::exp(-0.5f * x * x));
        sum += (i == 0 ? 1.0f : 2.0f) * weights.back();
    }
    for (float& weight : weights) weight /= sum;
    return weights;
}

}  // namespace

Bloom::Bloom(const ReadAsset& read)
    : reduce_{read, "shaders/gl/screen.vert", "shaders/hdr/reduce.frag"},
      blur_{read, "shaders/gl/screen.vert", "shaders/hdr/blur.frag"},
      nothing_{new_vertex_array()} {}

void Bloom::fit(int width, int height) {
    if (width == width_ && height == height_) return;
    smaller_.clear();
    for (int w = width, h = height; smaller_.size() < 2 || h > smallest_height;) {
        w = quarter(w);
        h = quarter(h);
        smaller_.emplace_back("smaller picture", w, h);
    }
    const auto like = [](const char* name, const LightTarget& other) {
        return LightTarget{name, other.width(), other.height()};
    };
    const LightTarget& last = smaller_.back();
    const LightTarget& last_but_one = smaller_[smaller_.size() - 2];
    narrow_scratch_ = like("bloom, half done", last_but_one);
    wide_scratch_ = like("wide bloom, half done", last);
    narrow_ = like("narrow bloom", last_but_one);
    wide_ = like("wide bloom", last);
    smooth_ = like("smooth picture", last_but_one);
    width_ = width;
    height_ = height;
}

void Bloom::reduce(const LightTarget& light) {
    fit(light.width(), light.height());
    glBindVertexArray(nothing_.name());
    reduce_.use();
    reduce_.set("picture", 0);
    const LightTarget* from = &light;
    for (const LightTarget& to : smaller_) {
        from->show(0);
        to.bind();
        glDrawArrays(GL_TRIANGLES, 0, 3);
        from = &to;
    }
    glBindVertexArray(0);
}

// Blurs horizontally, then vertically. The blur program must be active and the widely blurred picture must be
// bound to texture unit 1.
void Bloom::blur(const LightTarget& from, const LightTarget& half_done, const LightTarget& to, float sigma_in_heights,
                 float spread_share) {
    const std::vector<float> weights = gaussian(sigma_in_heights * static_cast<float>(from.height()));
    blur_.set("weights", weights);
    blur_.set("reach", static_cast<int>(weights.size()) - 1);
    blur_.set("direction", glm::ivec2{1, 0});
    blur_.set("spread_share", 0.0f);
    from.show(0);
    half_done.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    blur_.set("direction", glm::ivec2{0, 1});
    blur_.set("spread_share", spread_share);
    half_done.show(0);
    to.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Bloom::spread(float wide_share) {
    glBindVertexArray(nothing_.name());
    blur_.use();
    blur_.set("picture", 0);
    blur_.set("spread", 1);
    narrow_.show(1);  // the bound texture is not read, because spread_share is 0
    blur(smaller_.back(), wide_scratch_, wide_, wide_sigma, 0);
    wide_.show(1);
    blur(smaller_[smaller_.size() - 2], narrow_scratch_, narrow_, narrow_sigma, wide_share);
    glBindVertexArray(0);
}

void Bloom::smooth() {
    glBindVertexArray(nothing_.name());
    blur_.use();
    blur_.set("picture", 0);
    blur_.set("spread", 1);
    wide_.show(1);  // the bound texture is not read, because spread_share is 0
    blur(smaller_[smaller_.size() - 2], narrow_scratch_, smooth_, smooth_sigma, 0);
    glBindVertexArray(0);
}

float Bloom::result_pixel() const { return std::pow(4.0f, static_cast<float>(smaller_.size() - 1)); }

const LightTarget& Bloom::small_picture() const {
    const auto found = std::ranges::find_if(
        smaller_, [](const LightTarget& picture) { return picture.width() <= widest_small_picture; });
    return found == smaller_.end() ? smaller_.back() : *found;
}

}  // namespace milkomeda
