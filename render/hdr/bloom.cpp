#include "render/hdr/bloom.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Standard deviations of the blurs, as fractions of the picture's height.
constexpr float narrow_sigma = 0.007f, wide_sigma = 0.05f, smooth_sigma = 0.01f;
constexpr int smallest_height = 80;  // height in pixels below which a picture is not reduced further
constexpr int widest_small_picture = 512;

int quarter(int size) { return std::max(1, (size + 3) / 4); }

}  // namespace

Bloom::Bloom(const ReadAsset& read) : reduce_{read, "shaders/hdr/reduce.frag"}, blur_{read, 0.1f} {}

void Bloom::fit(int width, int height) {
    if (glm::ivec2{width, height} == size_) return;
    smaller_.clear();
    for (int w = width, h = height; smaller_.size() < 2 || h > smallest_height;) {
        w = quarter(w);
        h = quarter(h);
        smaller_.emplace_back("smaller picture", w, h);
    }
    const glm::ivec2& last = smaller_.back().size();
    const glm::ivec2& last_but_one = smaller_[smaller_.size() - 2].size();
    narrow_scratch_.fit("narrow bloom, blurred horizontally", last_but_one);
    wide_scratch_.fit("wide bloom, blurred horizontally", last);
    narrow_.fit("narrow bloom", last_but_one);
    wide_.fit("wide bloom", last);
    smooth_.fit("smooth picture", last_but_one);
    size_ = {width, height};
}

void Bloom::reduce(const LightTarget& light) {
    fit(light.width(), light.height());
    reduce_.use();
    reduce_.set("picture", 0);
    const LightTarget* from = &light;
    for (const LightTarget& to : smaller_) {
        from->show(0);
        to.bind();
        reduce_.draw();
        from = &to;
    }
}

void Bloom::spread(float wide_share) {
    blur_.blur(smaller_.back(), wide_scratch_, wide_, wide_sigma);
    blur_.blur(smaller_[smaller_.size() - 2], narrow_scratch_, narrow_, narrow_sigma, &wide_, wide_share);
}

void Bloom::smooth() { blur_.blur(smaller_[smaller_.size() - 2], narrow_scratch_, smooth_, smooth_sigma); }

float Bloom::result_pixel() const { return std::pow(4.0f, static_cast<float>(smaller_.size() - 1)); }

const LightTarget& Bloom::small_picture() const {
    const auto found = std::ranges::find_if(
        smaller_, [](const LightTarget& picture) { return picture.width() <= widest_small_picture; });
    return found == smaller_.end() ? smaller_.back() : *found;
}

}  // namespace milkomeda
